// @vitest-environment happy-dom
import fs from 'node:fs'
import path from 'node:path'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SourceIcon, sourcesWithIcon } from './source-icon.tsx'

afterEach(cleanup)

const file = fs.readFileSync(path.resolve(import.meta.dirname, '../../../public/icons/sources.svg'), 'utf8')
const places = [...file.matchAll(/<svg id="([^"]+)" y="(\d+)"/g)].map(([, id, y]) => [id, Number(y) / 24])

test.each(sourcesWithIcon.map((source, place) => [source, place]))(
  'the icon of %s is at place %d of the file that holds all of them',
  (source, place) => {
    const { container } = render(<SourceIcon source={source} />)
    expect(container.querySelector('span')?.style.getPropertyValue('--at')).toBe(String(place))
    expect(places[place]).toEqual([source, place])
  },
)
