import { t } from './words.ts'
import { Button } from '../controls/button.tsx'
import { Inline } from '../layout/parts.tsx'

/** Links to the previous and the next page. */
export function Pager({
  pageNumber,
  pages,
  onPage,
}: {
  pageNumber: number
  pages: number
  onPage: (pageNumber: number) => void
}) {
  if (pages <= 1) return null
  return (
    <Inline justify="center" tone="quiet">
      <Button disabled={pageNumber === 1} onClick={() => onPage(pageNumber - 1)}>
        {t('newer')}
      </Button>
      <span className="num">{t('pageOfPages', { page: pageNumber, pages })}</span>
      <Button disabled={pageNumber >= pages} onClick={() => onPage(pageNumber + 1)}>
        {t('older')}
      </Button>
    </Inline>
  )
}
