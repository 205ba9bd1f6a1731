/** Minimum number of characters of a password (`passwordLength` of the contract, whose schemas the sign-in page doesn't load). */
export const passwordMin = 12
