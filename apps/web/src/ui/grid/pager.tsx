import { t } from '../../words/words.ts'
import { Button } from '../controls/button.tsx'
import { Inline } from '../layout/parts.tsx'

/** One page back and one on. */
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
        {t('Newer')}
      </Button>
      <span className="num">{t('Page {page} of {pages}', { page: pageNumber, pages })}</span>
      <Button disabled={pageNumber >= pages} onClick={() => onPage(pageNumber + 1)}>
        {t('Older')}
      </Button>
    </Inline>
  )
}
