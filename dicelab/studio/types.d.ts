// What the type checker can't see from the modules: the elements of our own, and what a page finds by its id.
import { CellBoard } from "./site/js/parts/board.js";

declare global {
  interface HTMLElementTagNameMap {
    "cell-board": CellBoard;
  }

  /** Every element of these pages is of HTML or SVG. */
  interface Element extends HTMLOrSVGElement, ElementCSSInlineStyle {
    hidden: boolean | string;
  }

  /** "paint" of a board tells the cell. */
  interface Event {
    readonly detail: any;
  }

  /** An element that a page has under an id: a control, a dialog, a list or a board. */
  type PageElement = HTMLElement & Omit<HTMLInputElement, keyof HTMLElement> & Omit<CellBoard, keyof HTMLElement>
    & Pick<HTMLSelectElement, "options" | "selectedOptions"> & Pick<HTMLDetailsElement, "open"> & Pick<HTMLFormElement, "elements"> & Pick<HTMLTableElement, "rows"> & Pick<HTMLDialogElement, "showModal" | "close">
    & Pick<HTMLAnchorElement, "href">;

  /** The form of the searches, by the names of its fields. */
  type SearchForm = PageElement & HTMLFormElement & { verb: HTMLSelectElement; invariant: HTMLSelectElement; objectives: HTMLSelectElement };

  /** The form of the archive. */
  type ArchiveForm = PageElement & HTMLFormElement & { set: HTMLInputElement; tags: HTMLInputElement };

  /** What a call of the engine gets beside its values: `signal` ends the work, `progress` is told how far it is. */
  interface Options {
    signal?: AbortSignal;
    progress?: (done: number, total: number) => void;
    [name: string]: any;
  }
}
