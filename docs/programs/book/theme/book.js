// The search of the theme has no name for those who hear the page.
document.querySelector("[data-md-component=search]")?.setAttribute("aria-label", "Search");
