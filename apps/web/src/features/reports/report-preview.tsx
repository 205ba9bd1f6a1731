import type { Export } from '@signet/contract/reports/exports'
import type { Report } from '@signet/contract/reports/reports'
import type { File } from '@signet/contract/wire'
import { IconDownload, IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { fileSize } from '../../format/numbers/file-size.ts'
import { percent } from '../../format/numbers/percent.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Moment } from '../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { FirstPage } from './first-page.tsx'
import { daysOfPeriod, type Days } from './report-period.ts'
import { reportTitle } from './report-title.ts'
import { exportName, filtersText, reportKindWords, periodText } from './report-words.ts'
import { periodQuery } from './reports.api.ts'
import css from './reports-page.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** A published report next to the list: details, first page, and the figures of its period. */
export function ReportPreview({ report, onClose }: { report: Report; onClose: () => void }) {
  const { name, href, type, firstPage } = report
  const days = daysOfPeriod(report.period)
  return (
    <Panel name={reportTitle(report)} href={href} fileName={name} type={type} firstPage={firstPage} onClose={onClose}>
      <Facts>
        <Fact label={t('file')}>{name}</Fact>
        <Fact label={t('type')}>{t(reportKindWords[report.kind])}</Fact>
        <Fact label={t('period')}>{periodText(report.period)}</Fact>
        <Fact label={t('published')}>
          <Moment at={report.publishedAt} />
        </Fact>
        <Fact label={t('publishedBy')}>{report.by}</Fact>
        <Fact label={t('size')}>{fileSize(report.size)}</Fact>
      </Facts>
      {days ? <Figures days={days} title={t(reportKindWords[report.kind])} period={periodText(report.period)} /> : null}
    </Panel>
  )
}

/** One of the user's own files next to the list: details and, if it has pages, the first one. */
export function ExportPreview({ made, file, onClose }: { made: Export; file: File; onClose: () => void }) {
  const { href, name, type, size } = file
  const zone = useClientInfo()?.config.timeZone
  return (
    <Panel name={exportName(made)} href={href} fileName={name} type={type} firstPage={made.firstPage} onClose={onClose}>
      <Facts>
        <Fact label={t('file')}>{name}</Fact>
        <Fact label={t('contents')}>{filtersText(made.filters, zone)}</Fact>
        <Fact label={t('requestedAt')}>
          <Moment at={made.createdAt} />
        </Fact>
        <Fact label={t('size')}>{fileSize(size)}</Fact>
      </Facts>
    </Panel>
  )
}

interface PanelProps {
  name: string
  href: string
  fileName: string
  type: string
  firstPage: string | undefined
  onClose: () => void
  children: ReactNode
}

function Panel({ name, href, fileName, type, firstPage, onClose, children }: PanelProps) {
  useShortcuts({ Escape: onClose })
  return (
    <section className={`${css.panel} scroller`} aria-label={t('previewOfName', { name })}>
      <Inline as="header" pad="3 0" line="below" className={css.previewHead}>
        <Text as="h2" grow>
          {name}
        </Text>
        <IconButton label={t('close')} onClick={onClose}>
          <IconX size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </Inline>
      <Stack pad="4 5 8">
        <Inline align="stretch" wrap>
          <a className="way-link" href={href} download={fileName}>
            <IconDownload {...icon} />
            {t('download')}
          </a>
          {type === 'application/pdf' ? (
            <a className="way-link" href={href} target="_blank" rel="noreferrer">
              <IconExternalLink {...icon} />
              {t('openInNewTab')}
            </a>
          ) : null}
        </Inline>
        {firstPage ? <FirstPage href={firstPage} name={name} /> : null}
        {children}
      </Stack>
    </section>
  )
}

/** A page with the current figures of a period. The file itself contains those of the day it was created. */
function Figures({ days, title, period }: { days: Days; title: string; period: string }) {
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const query = useQuery(periodQuery(company, days))
  return (
    <Stack gap={3} pad={6} className={`${css.sheet} framed`}>
      <Text as="h3" size="object">
        {title}
      </Text>
      <Text as="p" tone="quiet">
        {name}, {period}
      </Text>
      <DataState query={query} what={t('periodFiguresWhat')} loading={<Skeleton lines={4} />}>
        {({ threats, threatsAreCapped, critical, takedowns, removed }) => (
          <dl className={`${css.figures} figures`}>
            <Figure label={t('threatsFound')} value={`${exactNumber(threats)}${threatsAreCapped ? '+' : ''}`} />
            <Figure label={t('critical')} value={exactNumber(critical)} />
            <Figure label={t('takedownsRequested')} value={exactNumber(takedowns)} />
            <Figure
              label={t('removed')}
              value={takedowns > 0 ? `${exactNumber(removed)} (${percent(removed / takedowns)})` : exactNumber(removed)}
            />
          </dl>
        )}
      </DataState>
      <Text as="p" size="meta" tone="faint">
        {t('periodFiguresHint')}
      </Text>
    </Stack>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <Text as="dd" size="object" num>
        {value}
      </Text>
    </div>
  )
}

/** A preview of a report with example figures, which are labelled as such. */
export function SampleReport() {
  const name = useClientInfo()?.name ?? ''
  return (
    <Stack gap={3} pad={6} className={`${css.sheet} framed`} style={{ maxWidth: 420, margin: '0 auto' }}>
      <Text as="h3" size="object">
        {t('monthlyReport')}
      </Text>
      <Text as="p" tone="quiet">
        {t('companySample', { company: name })}
      </Text>
      <dl className={`${css.figures} figures`}>
        <Figure label={t('threatsFound')} value={exactNumber(412)} />
        <Figure label={t('critical')} value={exactNumber(23)} />
        <Figure label={t('takedownsRequested')} value={exactNumber(96)} />
        <Figure label={t('removed')} value={`${exactNumber(81)} (${percent(81 / 96)})`} />
      </dl>
      <Text as="p" size="meta" tone="faint">
        {t('sampleHint')}
      </Text>
    </Stack>
  )
}
