// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { KnownThreats } from './known-threats.tsx'
import { showPage, signIn } from '../../../test/show.tsx'

const threat = (title: string, number = 'T-7') => ({ id: title, number, source: 'Domain', title, status: 'open' })
const linesOf = (...words: string[]) => new Map(words.map((word) => [word, word]))
const known = (word: string) => ({ word, threats: [threat(word)], hasMore: false })

/** The lines of the box, each with its own list of threats. */
const linesShown = () => screen.getAllByRole('listitem').filter((item) => !item.parentElement?.closest('li'))

test('known threats that could not be loaded are not taken for none, and are loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'client' }, () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([known('a.example')])),
  )
  showPage(() => <KnownThreats lines={linesOf('a.example')} />)
  await screen.findByText("Couldn't check for threats that are already known.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('We already know threats that match:')
  expect(screen.queryByRole('button')).toBeNull()
})

test("the company's own domain is named as such, and no threats are listed for it", async () => {
  const own = { word: 'bank.example', threats: [], hasMore: false, isOfficial: true }
  await signIn({ role: 'client' }, () => Response.json([own, known('evil.example')]))
  showPage(() => <KnownThreats lines={linesOf('bank.example', 'evil.example')} />)
  await screen.findByText('1 of 2 matches threats that we already know:')
  const [first] = linesShown()
  expect(first?.textContent).toBe('bank[.]exampleThis is one of your official domains.')
})

test("the company's own domain alone isn't called a known threat", async () => {
  const own = { word: 'bank.example', threats: [], hasMore: false, isOfficial: true }
  await signIn({ role: 'client' }, () => Response.json([own]))
  showPage(() => <KnownThreats lines={linesOf('bank.example')} />)
  await screen.findByText('This is one of your official domains.')
  expect(screen.queryByText(/already know/)).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

/** A list of words that the button adds one to. */
function Typing() {
  const [words, setWords] = useState(['a.example', 'b.example', 'c.example'])
  return (
    <>
      <button type="button" onClick={() => setWords([...words, `${words.length}.example`])}>
        Type
      </button>
      <KnownThreats lines={linesOf(...words)} />
    </>
  )
}

test('each line that is known is shown with its threats, and all lines are asked for in one call', async () => {
  const asked: { path: string; signal: AbortSignal | null | undefined }[] = []
  await signIn({ role: 'client' }, (path, { signal }) => {
    asked.push({ path: decodeURIComponent(path), signal })
    const answer = Response.json([known('a.example'), known('c.example')])
    // The second call isn't answered.
    return asked.length === 2 ? new Promise(() => undefined) : Promise.resolve(answer)
  })
  showPage(() => <Typing />)
  await screen.findByText('2 of 3 match threats that we already know:')
  const lines = linesShown()
  expect(lines.map(({ textContent }) => textContent)).toEqual(['a[.]exampleT-7 DomainNew', 'c[.]exampleT-7 DomainNew'])
  expect(
    within(lines[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain('id=c.example')
  expect(asked.map(({ path }) => path.split('words=')[1])).toEqual(['a.example,b.example,c.example'])

  // Typing leads to one call once it has paused, and one that is no longer wanted is cancelled.
  const type = screen.getByRole('button', { name: 'Type' })
  fireEvent.click(type)
  fireEvent.click(type)
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]?.path).toContain('words=a.example,b.example,c.example,3.example,4.example')
  fireEvent.click(type)
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[1]?.signal?.aborted).toBe(true)
})

test('each match has the line as it was pasted, and each threat its number, name and status', async () => {
  const word = 'evil.example'
  const threats = [threat(word), { ...threat('other.evil.example', 'T-8'), status: 'takedown' }]
  await signIn({ role: 'client' }, () => Response.json([{ word, threats, hasMore: false }]))
  showPage(() => <KnownThreats lines={new Map([[word, 'https://evil.example/a']])} />)
  await screen.findByText('hxxps://evil[.]example/a')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'T-7 evil[.]example',
    'T-8 other[.]evil[.]example',
  ])
  const [first, second] = screen.getAllByRole('link').map((link) => link.closest('li')?.textContent)
  expect([first, second]).toEqual(['T-7 evil[.]exampleDomainNew', 'T-8 other[.]evil[.]exampleDomainTakedown'])
})

test('of many threats three are shown, and the rest on demand', async () => {
  const word = 'evil.example'
  const threats = Array.from({ length: 5 }, (_, index) => threat(`shop-${index}.${word}`, `T-${index}`))
  await signIn({ role: 'client' }, () => Response.json([{ word, threats, hasMore: false }]))
  showPage(() => <KnownThreats lines={linesOf(word)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'and 2 more' }))
  expect(screen.getAllByRole('link')).toHaveLength(5)
  expect(screen.queryByRole('button')).toBeNull()
})
