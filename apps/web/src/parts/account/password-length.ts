/** Characters a password must have (`passwordLength` of the contract, whose schemas the sign-in page does not load). */
export const passwordMin = 12
