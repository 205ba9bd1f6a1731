/** The `like` pattern for texts that contain a text; wildcards in the text are matched literally. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
