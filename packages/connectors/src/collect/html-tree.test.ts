import { expect, test } from 'vitest'
import { elementsIn, htmlTree, wordsIn, withClass } from './html-tree.ts'

test('reads texts, classes and attributes', () => {
  const page = htmlTree(
    `<!doctype html><body><!-- <p class="a">no</p> --><script>if (a < b) "<p class='a'>"</script>
     <p class="x a" title='1 > 0 &amp; true'>Hello <b>you</b><br/>there&nbsp;&#33;</p><img src=/i.png><p class="b">next</p>`,
  )
  const found = withClass(page, 'a')
  expect(wordsIn(found)).toBe('Hello you\nthere !')
  expect(found?.attributes.get('title')).toBe('1 > 0 & true')
  expect(wordsIn(withClass(page, 'b'))).toBe('next')
  expect([...elementsIn(page)].find(({ name }) => name === 'img')?.attributes.get('src')).toBe('/i.png')
  expect(withClass(page, 'c')).toBeUndefined()
})

test('leaves out icons', () => {
  expect(wordsIn(htmlTree('<div>Bank <i class="verified-icon"> ✔</i></div>'))).toBe('Bank')
})

test('takes no harm from broken mark-up', () => {
  for (const html of ['<', '<p', '<p class="', '</p>', '<p></b></p>text', '<!--', '<script>', 'a<b', '<p =">">x']) {
    expect(() => wordsIn(htmlTree(html))).not.toThrow()
  }
  expect(wordsIn(htmlTree('<p></b></p>text'))).toBe('text')
})

test.each([
  ['elements', '<div>'],
  ['tags without an end', '<a b="'],
  ['comments without an end', '<!--'],
  ['closing tags', '</p>'],
  ['attributes', '<a b=c '],
])('reads a page of very many %s', (_, part) => {
  const page = htmlTree(part.repeat(200_000))
  expect([...elementsIn(page)].length).toBeLessThanOrEqual(200_000)
  expect(wordsIn(page).length).toBeLessThanOrEqual(part.length * 200_000)
})
