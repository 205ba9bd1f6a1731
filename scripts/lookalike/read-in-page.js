// Runs inside of a page; the value of the expression is what the page shows.
;(() => {
  const forms = new Map()
  for (const field of document.querySelectorAll('input, select, textarea')) {
    const label = field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.placeholder || ''
    const { x, y, width, height } = field.getBoundingClientRect()
    const fields = forms.get(field.form) ?? []
    fields.push({
      name: field.name || field.id,
      type: field.localName === 'input' ? field.type : field.localName,
      autocomplete: field.getAttribute('autocomplete') ?? '',
      label,
      box: { x, y, width, height },
    })
    forms.set(field.form, fields)
  }
  return {
    title: document.title,
    text: document.body.innerText,
    forms: [...forms].map(([form, fields]) => ({
      action: form ? new URL(form.getAttribute('action') || document.URL, document.URL).href : null,
      method: form?.method ?? '',
      fields,
    })),
    icons: [...document.querySelectorAll('link[rel~=icon]')].map(({ href }) => href),
    resources: [...document.querySelectorAll('script[src], img[src], iframe[src]')]
      .map(({ src }) => src)
      .filter((address) => !address.startsWith('data:')),
  }
})()
