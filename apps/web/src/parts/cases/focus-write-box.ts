/** Moves the focus to the message field of the page. */
export function focusWriteBox(): void {
  document.querySelector<HTMLTextAreaElement>('[data-write-box]')?.focus()
}
