/**
 * The password hash of users who haven't chosen a password. It has the same form and cost as every other hash, but no password has it
 * (argon2id returns 32 zero bytes only with a probability of 2^-256).
 */
export const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
