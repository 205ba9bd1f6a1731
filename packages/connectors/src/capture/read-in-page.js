/* oxlint-disable unicorn/consistent-function-scoping -- an expression of its own, without an outer scope */
// Runs in the captured page, in a world of its own whose built-in functions the scripts of the page cannot replace. The result is JSON,
// because the page is hostile and so may be what it answers.
;(() => {
  const cut = (text, max) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, max)
  const roots = [document]
  for (let at = 0; at < roots.length && roots.length < 200; at += 1) {
    for (const element of roots[at].querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)])
  const absolute = (text) => {
    try {
      return text ? new URL(text, document.baseURI).href.slice(0, 2000) : ''
    } catch {
      return ''
    }
  }
  const urls = (selector, name, max) =>
    all(selector)
      .map((element) => absolute(element.getAttribute(name)))
      .filter(Boolean)
      .slice(0, max)
  const forms = new Map()
  for (const field of all('input, select, textarea').slice(0, 500)) {
    const label = [
      field.labels?.[0]?.textContent,
      field.getAttribute('aria-label'),
      field.placeholder,
      field.title,
    ].find(Boolean)
    const { x, y, width, height } = field.getBoundingClientRect()
    forms.set(field.form, [
      ...(forms.get(field.form) ?? []),
      {
        name: cut(field.name || field.id, 100),
        type: cut(field.localName === 'input' ? field.type : field.localName, 30),
        autocomplete: cut(field.getAttribute('autocomplete'), 100),
        label: cut(label, 200),
        box: { x, y, width, height },
      },
    ])
  }
  const texts = []
  let visited = 0
  for (const root of roots) {
    // Not by `document`: an element of the page may have the name of the function.
    const nodes = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT)
    while (texts.length < 100 && visited < 5000 && nodes.nextNode()) {
      visited += 1
      const text = cut(nodes.currentNode.data.slice(0, 1000), 200)
      const isVisible = nodes.currentNode.parentElement?.checkVisibility({
        checkOpacity: true,
        checkVisibilityCSS: true,
      })
      if (text === '' || !isVisible) continue
      const range = new Range()
      range.selectNodeContents(nodes.currentNode)
      const { x, y, width, height } = range.getBoundingClientRect()
      const isInView = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0
      if (isInView && width > 0 && height > 0) texts.push({ text, box: { x, y, width, height } })
    }
  }
  return JSON.stringify({
    title: cut(document.title, 500),
    text: (document.body?.innerText ?? '').slice(0, 200000),
    texts,
    forms: [...forms].slice(0, 50).map(([form, fields]) => ({
      action: form ? absolute(form.getAttribute('action')) || document.URL.slice(0, 2000) : null,
      method: form ? cut(form.getAttribute('method') || 'get', 10).toLowerCase() : '',
      fields,
    })),
    icons: urls('link[rel~="icon" i], link[rel="apple-touch-icon" i]', 'href', 10),
    resources: [
      ...urls('script[src], img[src], iframe[src], source[src]', 'src', 400),
      ...urls('link[rel~="stylesheet" i]', 'href', 100),
    ],
    view: { width: innerWidth, height: innerHeight },
    height: Math.round(document.documentElement?.scrollHeight ?? 0),
  })
})()
