/** The time zone in the profile of the signed-in user, which `main.tsx` sets; undefined if there is none. */
export const own: { zone: string | undefined } = { zone: undefined }
