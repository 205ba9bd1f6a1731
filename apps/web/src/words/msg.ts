/** A text of a table, marked for translation where it is shown. */
export type Marked = string & { readonly marked: true }

/** Marks a text of a table; apart from the rest, so that what only names things does not load the dictionary. */
export const msg = (text: string): Marked => text as Marked
