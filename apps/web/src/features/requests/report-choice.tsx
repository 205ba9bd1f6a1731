import type { ReactNode } from 'react'
import { useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import css from './add-request-page.module.css'
import { knownLinesOf, type KnownLines } from './known-lines.ts'
import { wordsIn } from './request-draft.ts'
import { knownThreatsQuery, typingMs } from './requests.api.ts'
import { t } from './words.ts'

/**
 * What of a report is known already.
 *
 * @param text one thing per line, and sentences
 * @param source where accounts like `@name` are, if it was chosen
 */
export function useKnownLines(text: string, source: string) {
  const company = useCompany()
  const client = useQueryClient()
  const words = [...wordsIn(text).keys()]
  const settled = useSettled(words, typingMs)
  const { data } = useQuery({ ...knownThreatsQuery(company, settled), placeholderData: keepPreviousData })
  const lines = knownLinesOf(text, words.length > 0 ? (data ?? []) : [], source)
  /**
   * What the main button leaves out.
   *
   * @returns null if something is known that wasn't on the screen yet, so that the user decides first
   */
  const leftOut = async (): Promise<ReadonlySet<string> | null> => {
    if (words.length === 0) return new Set()
    // What can't be looked for is reported.
    const things = await client.fetchQuery(knownThreatsQuery(company, words)).catch(() => undefined)
    if (things === undefined) return lines.known
    const found = knownLinesOf(text, things, source)
    return found.threats.length > 0 && lines.threats.length === 0 ? null : found.known
  }
  return { lines, leftOut }
}

const linkedMost = 3

/**
 * The buttons that send a report. While some of it is known, the main one reports the rest; if all of it is, the main thing is to look at
 * the threats that it is.
 *
 * @param children the button that reports everything when nothing is known
 */
export function ReportChoice({
  lines: { known, freshCount, threats, isDivisible },
  fileCount,
  isBusy,
  onReportAll,
  children,
}: {
  lines: KnownLines
  fileCount: number
  isBusy: boolean
  onReportAll: () => void
  children: ReactNode
}) {
  if (threats.length === 0) return children
  const isAllKnown = freshCount === 0 && fileCount === 0
  const isDivided = !isAllKnown && isDivisible && known.size > 0
  return (
    <>
      {isDivided ? (
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {freshCount > 0 ? t('reportNew', { count: freshCount }) : t('reportFiles', { count: fileCount })}
        </Button>
      ) : null}
      {isAllKnown
        ? threats.slice(0, linkedMost).map(({ id, number, source }, index) => (
            <Link
              key={id}
              className={css.open}
              data-kind={index === 0 ? 'primary' : 'plain'}
              to="/threats/$source"
              params={{ source: sourceSlug(source) }}
              search={{ id }}
              // What was entered stays here.
              target="_blank"
            >
              {t('openThreat', { number })}
            </Link>
          ))
        : null}
      <Button kind={isDivided || isAllKnown ? 'plain' : 'primary'} isBusy={isBusy} onClick={onReportAll}>
        {isAllKnown ? t('reportAgain') : t('reportAll')}
      </Button>
    </>
  )
}
