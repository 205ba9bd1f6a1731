/** The pattern of `like` for texts that contain a text; its own wildcards count as they are written. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
