import { directRowsMax } from '@signet/contract/reports/exports'
import { namesAtOnceMax } from '@signet/contract/leaks/disclosures'
import type { Leak } from '@signet/contract/leaks/leaks'
import { IconClipboardList, IconColumns3, IconDownload, IconEye, IconEyeOff, IconHistory } from '@tabler/icons-react'
import { Suspense, type ComponentProps } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { timeOfDay } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Popover } from '../../../ui/controls/popover.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import type { Disclosures } from '../disclosures/use-disclosures.ts'
import { shapeOf, type LeakSearch } from './leak-search.ts'
import { readAllLeaks } from '../leaks.api.ts'
import type { useLeakColumnChoice } from './use-leak-column-choice.ts'
import { dateChoices, MoreButton, type Tool } from './leak-more.tsx'
import css from './leak-tools.module.css'

const LeakColumnsMenu = lazy(() =>
  import('./leak-columns-menu.tsx').then(({ LeakColumnsMenu: menu }) => ({ default: menu })),
)
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const failed = (why: string) => t('loadAllFailed', { why })

/** The number of matching leaks, the display options, and the actions to copy or export. */
export function LeakTools({
  company,
  search,
  rows,
  columnChoice,
  onChange,
  disclosures,
}: {
  company: string
  search: LeakSearch
  rows: PagedRows<Leak>
  /** Undefined where rows are cards. */
  columnChoice: ReturnType<typeof useLeakColumnChoice> | undefined
  onChange: (changes: LeakSearch) => void
  disclosures: Disclosures
}) {
  const mayExport = useCan('exports:own')
  const mayWork = useCan('leaks:work')
  const { total, totalIsCapped, isOld } = rows
  const shape = shapeOf(search.type)
  // Documents and payment cards have no identities to mask or copy.
  const hasNames = shape !== 'files' && shape !== 'cards'

  const file = useAction(
    async () => {
      // The export code is loaded on demand.
      const { exportLeaks } = await import('./leak-export.ts')
      await exportLeaks(company, search, totalIsCapped ? directRowsMax + 1 : (total ?? 0))
    },
    { failed },
  )
  const isDisabled = total === undefined || total === 0 || file.isBusy
  const names = nameTools(disclosures, isDisabled, () => readAllLeaks(company, search, namesAtOnceMax))
  const toFile = { label: t('exportCsv'), Sign: IconDownload, place: 'file', isDisabled, ...file } as const
  const tools: Tool[] = [...(hasNames && mayWork ? names : []), ...(mayExport ? [toFile] : [])]
  const setDates = (dates: string) =>
    onChange({ dates: dates === 'leaked' ? 'leaked' : undefined, sort: undefined, dir: undefined })

  return (
    <div className={css.frame}>
      <Inline wrap tone="quiet" least={42} className={css.row}>
        <Text as="p" role="status" tone="plain" weight="strong" nowrap className={`${css.count} num`}>
          {total === undefined || isOld ? (
            <span className="visually-hidden">{t('loading')}</span>
          ) : totalIsCapped ? (
            t('moreLeaksThan', { count: exactNumber(total) })
          ) : (
            t('leaksCount', { count: total })
          )}
        </Text>
        <label className={`${css.dates} wide-only`}>
          <span className="visually-hidden">{t('dateToShow')}</span>
          <select value={search.dates ?? 'added'} onChange={(event) => setDates(event.target.value)}>
            {dateChoices.map((dates) => (
              <option key={dates} value={dates}>
                {t(`showDate.${dates}`)}
              </option>
            ))}
          </select>
        </label>
        <Segments
          label={t('view')}
          choices={[
            { value: 'list', label: t('list') },
            { value: 'packages', label: t('byPackage') },
          ]}
          value={search.view ?? 'list'}
          onChange={(view) => onChange({ view: view === 'packages' ? view : undefined })}
        />
        <Text grow />
        {tools.map(({ label, Sign, hint, place, isBusy, isDisabled: isOff, run }) => (
          <Button
            key={label}
            kind={place === 'file' ? 'plain' : 'quiet'}
            icon={<Sign {...icon} />}
            isBusy={isBusy ?? false}
            disabled={isOff}
            title={hint}
            className={css[place]}
            onClick={run}
          >
            {label}
          </Button>
        ))}
        {columnChoice && search.view !== 'packages' && <ColumnsButton shape={shape} choice={columnChoice} />}
        <MoreButton tools={tools} dates={search.dates ?? 'added'} onDates={setDates} />
      </Inline>
    </div>
  )
}

/** Showing and copying user names, and who did so. Both ask for a reason. */
function nameTools(
  { shownUntil, isBusy, ask, mask }: Disclosures,
  isDisabled: boolean,
  leaks: () => Promise<Leak[]>,
): Tool[] {
  return [
    shownUntil === null
      ? { label: t('showIdentities'), Sign: IconEye, place: 'name', run: () => ask({ kind: 'show' }) }
      : {
          label: t('maskIdentities'),
          Sign: IconEyeOff,
          place: 'name',
          hint: t('shownUntil', { time: timeOfDay(shownUntil) }),
          isBusy,
          run: mask,
        },
    {
      label: t('copyResetList'),
      Sign: IconClipboardList,
      hint: t('copyResetListHint'),
      place: 'rare',
      isDisabled,
      run: () => ask({ kind: 'copy', leaks }),
    },
    { label: t('accessLog'), Sign: IconHistory, place: 'rare', run: () => ask({ kind: 'log' }) },
  ]
}

function ColumnsButton(props: ComponentProps<typeof LeakColumnsMenu>) {
  return (
    <Popover
      label={t('columns')}
      align="end"
      trigger={(trigger) => (
        <button type="button" {...trigger} className="icon-link" aria-label={t('columns')} title={t('columns')}>
          <IconColumns3 size={18} stroke={1.7} aria-hidden="true" />
        </button>
      )}
    >
      {() => (
        <Suspense fallback={null}>
          <LeakColumnsMenu {...props} />
        </Suspense>
      )}
    </Popover>
  )
}
