/** The version of the product: in `signet --version`, in the OpenAPI document and in the manifest of an evidence pack. */
export const productVersion = '0.1.0'
