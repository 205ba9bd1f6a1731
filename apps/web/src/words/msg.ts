/** Marks a text for translation without translating it; for tables at the top of a module. */
export const msg = <const T extends string>(text: T): T => text
