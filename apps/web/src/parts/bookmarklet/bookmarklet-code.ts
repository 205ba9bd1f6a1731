/** Longer addresses are cut: the server takes requests of up to 8 KB. */
const addressMax = 2000

/**
 * A bookmark that opens the portal with the address of the page on the screen. It reads nothing else of that page, and nothing runs there
 * but this line.
 *
 * @param target the address of the portal's page, up to the value of its last parameter
 */
export const bookmarkletCode = (target: string): string =>
  `javascript:void window.open(${JSON.stringify(target)}+encodeURIComponent(location.href.slice(0,${addressMax})),'_blank','noopener')`
