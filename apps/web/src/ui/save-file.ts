const keptMs = 10_000

/** Hands a text to the browser's downloads as a file. */
export function saveFile(name: string, text: string, type: string): void {
  // The mark tells spreadsheets that it is UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
