import { useMemo } from 'react'
import { narrow, phone, useMedia } from '../../../ui/layout/use-media.ts'
import { leakColumns } from './leak-columns.tsx'
import { shapeOf, type LeakSearch } from './leak-search.ts'
import { useLeakColumnChoice } from './use-leak-column-choice.ts'

const rowPx = 52
const cardPx = 64
/** Up to this width, a list next to the icon sidebar has no room for all columns. */
const tight = '(max-width: 960px)'

/** The columns of the leak list, based on the shape, the user's choice and the screen width. */
export function useLeakColumns(search: LeakSearch) {
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const isTight = useMedia(tight)
  const shape = shapeOf(search.type)
  const byLeaked = search.dates === 'leaked'
  const choice = useLeakColumnChoice(shape)
  const wanted = choice.columns
  const layout = isPhone ? 'cards' : search.id && !isNarrow ? 'withPanel' : isTight ? 'tight' : 'full'
  const columns = useMemo(() => leakColumns(layout, shape, byLeaked, wanted), [layout, shape, byLeaked, wanted])
  return { columns, choice, rowHeight: isPhone ? cardPx : rowPx, isPhone, isNarrow }
}
