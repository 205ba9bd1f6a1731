import { mailUpload, type MailFinding } from '@signet/contract/threats/mail-threats'
import { indicatorName } from '../../../format/names/indicator-name.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { Tick } from '../../../ui/forms/form-section.tsx'
import { Card, ScrollRegion, Text } from '../../../ui/layout/parts.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { sourceName } from '../../../words/named/threats.ts'
import css from './add-threats-page.module.css'
import { AddBar } from './add-bar.tsx'
import { KnownAlready } from './known-already.tsx'
import { useMail } from './use-mail.ts'
import { t } from './words.ts'

/** Takes the file of a suspicious email, and adds what of it is chosen. */
export function MailPart({ company }: { company: string }) {
  const draft = useMail(company)
  const { mail, findings, chosen, ownCount, isAddedAnyway, reading, sending } = draft
  return (
    <>
      <Card gap={4} className={css.section} aria-label={t('mailRegion')}>
        <FileDrop
          label={t('mailUpload')}
          rule={mailUpload}
          isBusy={reading.isBusy || sending.isBusy}
          onFiles={reading.run}
        />
        <Text as="p" size="meta" tone="quiet">
          {t('mailHint')}
        </Text>
        {reading.problem ? (
          <Text as="p" size="meta" tone="danger" role="alert">
            {reading.problem}
          </Text>
        ) : null}
        <output>
          {mail && findings.length === 0 ? <Text>{t('mailEmpty', { name: mail.file.name })}</Text> : null}
        </output>
      </Card>
      {mail && findings.length > 0 ? (
        <Card gap={4} className={css.table} aria-label={t('preview')}>
          <h2>
            {mail.subject
              ? t('mailFindings', { subject: mail.subject })
              : t('mailFindingsNoSubject', { name: mail.file.name })}
          </h2>
          <Findings draft={draft} />
        </Card>
      ) : null}
      {ownCount > 0 ? (
        <Tick
          label={t('addOwnAnyway', { count: ownCount })}
          hint={t('addOwnAnywayHint')}
          isOn={isAddedAnyway}
          onChange={draft.setIsAddedAnyway}
        />
      ) : null}
      <AddBar
        counts={t('chosenCount', { count: chosen.length })}
        count={chosen.length}
        isBusy={sending.isBusy}
        send={sending.run}
      />
    </>
  )
}

function Findings({ draft: { findings, canAdd, isTicked, tick } }: { draft: ReturnType<typeof useMail> }) {
  return (
    <ScrollRegion className={css.scroll} aria-label={t('mailFindingsTable')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('add')}</th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('source')}</th>
            <th scope="col">{t('severity')}</th>
            <th scope="col">{t('mailReasons')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => {
            const { key, source, threatType, severity, reasons } = finding
            const title = shownTitle(source, finding.title)
            return (
              <tr key={key}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('addFinding', { title })}
                    checked={isTicked(finding)}
                    disabled={!canAdd(finding)}
                    onChange={(event) => tick(key, event.target.checked)}
                  />
                </td>
                <td className={css.title}>{title}</td>
                <td className={css.kind}>
                  {sourceName(source)}
                  <small>{valueName(threatType)}</small>
                </td>
                <td>
                  <SeverityMark severity={severity} />
                </td>
                <td>{reasons.map(indicatorName).join(', ') || '–'}</td>
                <td>
                  <State finding={finding} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function State({ finding: { result } }: { finding: MailFinding }) {
  if (result.state === 'known') return <KnownAlready result={result} />
  if (result.problem) return sentenceOf(result.problem)
  return <Chip tone="good">{t('new')}</Chip>
}
