import fs from 'node:fs'
import path from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoTroubles, newVisitor, signIn, type Visitor } from '../browser.ts'
import { startTab } from '../browser.ts'
import type { Stack } from '../stack.ts'

/** What a person does with keyboard and mouse. A key, a click and a text typed into the focused field count as one step each. */
export interface Hand {
  visitor: Visitor
  press(key: string): Promise<void>
  click(target: Locator): Promise<void>
  /** Moves to a field by `Tab` or a click, which is a step, unless the portal has already put the cursor there. */
  fill(field: Locator, text: string): Promise<void>
  /** Types where the cursor is. */
  type(text: string): Promise<void>
  choose(field: Locator, label: string): Promise<void>
  steps(): number
}

function newHand(visitor: Visitor): Hand {
  const { page } = visitor
  let steps = 0
  const type = async (text: string) => {
    steps += 1
    await page.keyboard.type(text)
  }
  const click = async (target: Locator) => {
    steps += 1
    // A person presses what stands still: a page that is still loading may move it between press and release.
    await target.waitFor()
    await visitor.settled()
    await target.click()
  }
  return {
    visitor,
    async press(key) {
      steps += 1
      await page.keyboard.press(key)
    },
    click,
    type,
    async fill(field, text) {
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) await click(field)
      await type(text)
    },
    async choose(field, label) {
      steps += 1
      await field.selectOption(label)
    },
    steps: () => steps,
  }
}

interface Row {
  who: string
  steps: number
  fewest: number
}

const page = path.resolve(import.meta.dirname, '../../docs/tasks.md')
/** The rows of docs/tasks.md by the name of the task. */
const documented = new Map<string, Row>(
  [
    ...fs
      .readFileSync(page, 'utf8')
      .matchAll(
        /^\| (?<who>Client|Staff) \| (?<name>[^|]+?) \| [^|]+ \| (?<steps>\d+) \| (?<fewest>\d+) \| [^|]+ \|$/gm,
      ),
  ].map(({ groups = {} }) => [
    groups['name'] ?? '',
    { who: groups['who'] ?? '', steps: Number(groups['steps']), fewest: Number(groups['fewest']) },
  ]),
)

/** More steps than this times the fewest possible are too many. */
const allowedRatio = 1.5

export interface Tasks {
  /** One task of docs/tasks.md: it starts on the first page after sign-in, and takes as many steps as documented. */
  task(name: string, as: { email: string; company?: string }, work: (hand: Hand) => Promise<void>): void
  /** Every documented task of these people has a test. */
  testThatAllAreTried(): void
}

export function tasksOf(who: 'Client' | 'Staff', started: () => { browser: Browser; stack: Stack }): Tasks {
  const tried: string[] = []
  return {
    task(name, { email, company }, work) {
      tried.push(name)
      test(name, async () => {
        const row = documented.get(name) ?? expect.fail(`docs/tasks.md has no task "${name}"`)
        const { browser, stack } = started()
        const visitor = await newVisitor(browser, stack.origin)
        await signIn(visitor, email)
        if (company) {
          const { pathname } = new URL(visitor.page.url())
          await startTab(visitor, company)
          await visitor.page.goto(pathname)
        }
        await visitor.settled()
        const hand = newHand(visitor)
        await work(hand)
        expectNoTroubles(visitor)
        await visitor.context.close()
        expect({ who, steps: hand.steps() }).toEqual({ who: row.who, steps: row.steps })
        expect(row.steps).toBeLessThanOrEqual(allowedRatio * row.fewest)
      })
    },
    testThatAllAreTried() {
      test('every documented task is tried', () => {
        const names = [...documented].filter(([, row]) => row.who === who).map(([name]) => name)
        expect(names.toSorted()).toEqual(tried.toSorted())
        expect(names.length).toBeGreaterThanOrEqual(10)
      })
    },
  }
}
