/** The formats of a file with leaked credentials: a list (url:user:password), a stealer's password file, or CSV with a header line. */
export const leakFormats = ['list', 'blocks', 'csv'] as const
export type LeakFormat = (typeof leakFormats)[number]
