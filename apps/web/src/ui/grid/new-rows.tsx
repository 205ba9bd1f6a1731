import { t } from './words.ts'
import { Box, Stack } from '../layout/parts.tsx'
import css from './new-rows.module.css'

/**
 * Offers to load the records that were added since the list was loaded. Nothing moves until the user accepts, because the offer overlaps
 * the top of the following content.
 *
 * @param isInline shown in its own line instead, which is high enough for it
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
        <Box as="button" type="button" pad="0 4" tone="accent" weight="medium" className={css.offer} onClick={onShow}>
          {t('showNewCount', { count })}
        </Box>
      )}
    </Stack>
  )
}
