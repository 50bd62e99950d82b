// The custom element `<sanban-visibility>`. It reports when it is scrolled into view, so that content can be made late.

/** It counts as visible this far outside the screen. */
const ROOT_MARGIN = "400px";

export class VisibilityElement extends HTMLElement {
  /** Called once, when the element becomes visible. */
  onvisible = () => {};
  /** @type {IntersectionObserver | null} */
  #observer = null;

  connectedCallback() {
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.#observer?.disconnect();
      this.onvisible();
    }, { rootMargin: ROOT_MARGIN });
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }
}

customElements.define("sanban-visibility", VisibilityElement);
