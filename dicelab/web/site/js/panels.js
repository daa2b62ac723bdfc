/** What stands below the board and the dice on the design page. */

/** Put the panels into a container; `page` is a StudioPage. */
export function mountPanels() {}
