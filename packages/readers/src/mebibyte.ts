/** 2^20 bytes, the unit of limits. */
export const mebibyte = 1024 * 1024
