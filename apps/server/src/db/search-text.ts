/** The `like` pattern for texts that contain a text; wildcards in the text are matched literally. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Whether a text is an id (a UUID); PostgreSQL refuses to compare an id with any other text. */
export const isId = (text: string | undefined): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text ?? '')
