/**
 * Stands where a password hash does for people who have not chosen a password: of the same form and cost as every other, and the
 * hash that no password has (argon2id never gives 32 bytes of zero but by a chance of 2^-256).
 */
export const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
