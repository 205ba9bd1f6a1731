// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { KnownThreats } from './known-threats.tsx'
import { showPage, signIn } from '../../../test/show.tsx'

const threat = (title: string) => ({ id: title, source: 'Domain', title, status: 'open' })
const known = (word: string) => ({ word, threats: [threat(word)], hasMore: false })

test('known threats that could not be loaded are not taken for none, and are loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'client' }, () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([known('a.example')])),
  )
  showPage(() => <KnownThreats words={['a.example']} />)
  await screen.findByText("Couldn't check for threats that are already known.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('We already know threats that match:')
  expect(screen.queryByRole('button')).toBeNull()
})

test("the company's own domain is named as such, and no threats are listed for it", async () => {
  const own = { word: 'bank.example', threats: [], hasMore: false, isOfficial: true }
  await signIn({ role: 'client' }, () => Response.json([own, known('evil.example')]))
  showPage(() => <KnownThreats words={['bank.example', 'evil.example']} />)
  await screen.findByText('1 of 2 matches threats that we already know:')
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toBe('bank[.]exampleThis is one of your official domains.')
})

test("the company's own domain alone isn't called a known threat", async () => {
  const own = { word: 'bank.example', threats: [], hasMore: false, isOfficial: true }
  await signIn({ role: 'client' }, () => Response.json([own]))
  showPage(() => <KnownThreats words={['bank.example']} />)
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
      <KnownThreats words={words} />
    </>
  )
}

test('each line that is known is shown with its threats, and all lines are asked for in one call', async () => {
  const asked: { path: string; signal: AbortSignal | null | undefined }[] = []
  await signIn({ role: 'client' }, (path, { signal }) => {
    asked.push({ path: decodeURIComponent(path), signal })
    const answer = Response.json([{ ...known('a.example'), hasMore: true }, known('c.example')])
    // The second call isn't answered.
    return asked.length === 2 ? new Promise(() => undefined) : Promise.resolve(answer)
  })
  showPage(() => <Typing />)
  await screen.findByText('2 of 3 match threats that we already know:')
  const lines = screen.getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'a[.]examplea[.]exampleDomain, Newand more',
    'c[.]examplec[.]exampleDomain, New',
  ])
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
