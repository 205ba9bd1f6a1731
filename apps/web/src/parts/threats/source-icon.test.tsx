// @vitest-environment happy-dom
import fs from 'node:fs'
import path from 'node:path'
import { everySourceName } from '@signet/contract/threats/sources'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SourceIcon } from './source-icon.tsx'

afterEach(cleanup)

const file = fs.readFileSync(path.resolve(import.meta.dirname, '../../../public/icons/sources.svg'), 'utf8')

test.each(['All', 'Bookmarks', ...everySourceName])(
  'the icon of %s is in the file that holds all of them',
  (source) => {
    const { container } = render(<SourceIcon source={source} />)
    const href = container.querySelector('use')?.getAttribute('href') ?? ''
    expect(href.startsWith('/icons/sources.svg#')).toBe(true)
    expect(file).toContain(`<symbol id="${decodeURIComponent(href.split('#')[1] ?? '')}"`)
  },
)
