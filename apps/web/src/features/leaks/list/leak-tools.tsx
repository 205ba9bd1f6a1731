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
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Popover } from '../../../ui/controls/popover.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import type { Disclosures } from '../disclosures/use-disclosures.ts'
import { shapeOf, type LeakSearch } from './leak-search.ts'
import { readAllLeaks } from '../leaks.api.ts'
import type { useLeakColumnChoice } from './use-leak-column-choice.ts'
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

  return (
    <Inline wrap="or-scroll" tone="quiet" least={42}>
      <Text as="p" role="status" tone="plain" weight="strong" nowrap className={`${css.count} num`}>
        {total === undefined || isOld ? (
          <span className="visually-hidden">{t('loading')}</span>
        ) : totalIsCapped ? (
          t('moreLeaksThan', { count: exactNumber(total) })
        ) : (
          t('leaksCount', { count: total })
        )}
      </Text>
      <label className={css.dates}>
        <span className="visually-hidden">{t('rangeAppliesTo')}</span>
        <select
          value={search.dates ?? 'added'}
          onChange={(event) =>
            onChange({ dates: event.target.value === 'leaked' ? 'leaked' : undefined, sort: undefined, dir: undefined })
          }
        >
          <option value="added">{t('rangeAdded')}</option>
          <option value="leaked">{t('rangeLeaked')}</option>
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
      <Text grow className="wide-only" />
      {hasNames && mayWork && (
        <NameTools
          disclosures={disclosures}
          isDisabled={isDisabled}
          leaks={() => readAllLeaks(company, search, namesAtOnceMax)}
        />
      )}
      {columnChoice && search.view !== 'packages' && <ColumnsButton shape={shape} choice={columnChoice} />}
      {mayExport && (
        <Button icon={<IconDownload {...icon} />} isBusy={file.isBusy} disabled={isDisabled} onClick={file.run}>
          {t('exportCsv')}
        </Button>
      )}
    </Inline>
  )
}

/** Showing and copying user names, and who did so. Both ask for a reason. */
function NameTools({
  disclosures: { shownUntil, isBusy, ask, mask },
  isDisabled,
  leaks,
}: {
  disclosures: Disclosures
  isDisabled: boolean
  leaks: () => Promise<Leak[]>
}) {
  return (
    <>
      {shownUntil === null ? (
        <Button kind="quiet" icon={<IconEye {...icon} />} onClick={() => ask({ kind: 'show' })}>
          {t('showIdentities')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          icon={<IconEyeOff {...icon} />}
          isBusy={isBusy}
          title={t('shownUntil', { time: timeOfDay(shownUntil) })}
          onClick={mask}
        >
          {t('maskIdentities')}
        </Button>
      )}
      <IconButton
        label={t('copyResetList')}
        data-tip={t('copyResetListHint')}
        disabled={isDisabled}
        onClick={() => ask({ kind: 'copy', leaks })}
      >
        <IconClipboardList {...icon} />
      </IconButton>
      <IconButton label={t('accessLog')} onClick={() => ask({ kind: 'log' })}>
        <IconHistory {...icon} />
      </IconButton>
    </>
  )
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
