import { describe, expect, test } from 'vitest'
import { blocksOf } from './page-text.ts'

describe('the text of a page', () => {
  test('has headings, paragraphs, lists and emphasis', () => {
    const text =
      '# Contacts\nThe desk answers\nat **any** hour.\n\n- a *name*\n- an address\n  in full\n1. first\n2) second'
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', level: 2, runs: [{ kind: 'text', text: 'Contacts' }] },
      {
        kind: 'paragraph',
        runs: [
          { kind: 'text', text: 'The desk answers at ' },
          { kind: 'strong', text: 'any' },
          { kind: 'text', text: ' hour.' },
        ],
      },
      {
        kind: 'bullets',
        items: [
          [
            { kind: 'text', text: 'a ' },
            { kind: 'emphasis', text: 'name' },
          ],
          [
            { kind: 'text', text: 'an address' },
            { kind: 'text', text: ' ' },
            { kind: 'text', text: 'in full' },
          ],
        ],
      },
      { kind: 'numbers', items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second' }]] },
    ])
  })

  test.each([
    ['[x](/takedown)', { href: '/takedown', isOutside: false }],
    ['[x](https://brand.example/a?b=c)', { href: 'https://brand.example/a?b=c', isOutside: true }],
    ['[x](mailto:desk@brand.example)', { href: 'mailto:desk@brand.example', isOutside: true }],
    ['[x](tel:+15550142)', { href: 'tel:+15550142', isOutside: true }],
  ])('links by %s', (text, link) => {
    expect(blocksOf(text)).toEqual([{ kind: 'paragraph', runs: [{ kind: 'link', text: 'x', ...link }] }])
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](javascript:alert)',
    '[x](//elsewhere.example)',
    String.raw`[x](/\elsewhere.example)`,
    '[x](http://plain.example)',
    '[x](data:text/html,hello)',
    '<img src=x onerror=alert(1)>',
    '<a href="https://x.example">x</a>',
  ])('leaves %s as plain text', (text) => {
    const runs = blocksOf(text).flatMap((block) => ('runs' in block ? block.runs : []))
    expect(runs.every(({ kind }) => kind === 'text')).toBe(true)
    expect(runs.map((run) => run.text).join('')).toBe(text)
  })
})
