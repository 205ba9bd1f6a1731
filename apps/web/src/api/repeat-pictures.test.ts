// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatPictures } from './repeat-pictures.ts'

const own = `${location.origin}/api/rest/v1/files/a`
let broken: number
let loads: string[]

repeatPictures(document)
beforeEach(() => {
  vi.useFakeTimers()
  broken = 0
  loads = []
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function show(src: string): HTMLImageElement {
  const picture = document.createElement('img')
  picture.src = src
  picture.addEventListener('error', () => (broken += 1))
  document.body.append(picture)
  new MutationObserver((changes) => loads.push(...changes.map(() => picture.src))).observe(picture, {
    attributeFilter: ['src'],
  })
  return picture
}

async function fail(picture: HTMLImageElement): Promise<void> {
  picture.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(5000)
}

test('a picture that a busy server refuses is loaded again, twice, and then counts as broken', async () => {
  const picture = show(own)
  await fail(picture)
  await fail(picture)
  expect([loads, broken]).toEqual([[own, own], 0])
  await fail(picture)
  expect([loads, broken]).toEqual([[own, own], 1])
})

test('a picture that shows another address in between, or is of another server, is left alone', async () => {
  const picture = show(own)
  picture.dispatchEvent(new Event('error'))
  picture.src = `${own}2`
  await vi.advanceTimersByTimeAsync(5000)
  expect(loads).toEqual([`${own}2`])
  await fail(show('https://elsewhere.example/a.png'))
  expect(broken).toBe(1)
})
