import { t } from './words.ts'
import { Stack } from '../layout/parts.tsx'
import css from './new-rows.module.css'

/**
 * Offers what came since the list was read. Nothing moves before somebody asks for it: the offer lies over the top of what follows.
 *
 * @param isInline stands in a line of its own kind instead, which is high enough for it
 */
export function NewRows({
  count,
  isInline = false,
  onShow,
}: {
  count: number
  isInline?: boolean
  onShow: () => void
}) {
  return (
    <Stack gap={0} align="center" className={css.region} data-inline={isInline || undefined} role="status">
      {count > 0 && (
        <button type="button" className={css.offer} onClick={onShow}>
          {t('showNewCount', { count })}
        </button>
      )}
    </Stack>
  )
}
