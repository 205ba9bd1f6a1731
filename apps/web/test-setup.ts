// Runs before each test file of the portal that has a document.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  // Loading a part on demand takes longer than a second on a busy machine.
  configure({ asyncUtilTimeout: 15_000 })
}
