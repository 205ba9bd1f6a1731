import { can } from '@signet/contract/permissions'
import { severities, type Severity } from '@signet/contract/severities'
import { sourceOf, sources, threatSources, type ThreatSource } from '@signet/contract/sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { snackbar } from '../../../ui/feedback/toasts.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AddFields } from './add-fields.tsx'
import { AddLines } from './add-lines.tsx'
import css from './add-threats-page.module.css'
import { validateAddThreatsSearch } from './add-threats-search.ts'
import { add, checkQuery, publishAdded, type NewThreat } from './add-threats.api.ts'
import { linesMax, parseLines } from './parse-lines.ts'
import { valueName } from '../../../words/named/name-of.ts'

/** How long the typing rests before the rows are checked. */
const restMs = 500

/** Puts known threats in: one by its fields, or up to 200 lines at once. */
export function AddThreatsPage() {
  const company = useCompany()
  const { role } = useUser()
  return (
    <Page title={t('addThreats')}>
      {can(role, 'threats:add') ? (
        // Another company has other sources, and what is typed belongs to the old one.
        <AddThreats key={company} company={company} />
      ) : (
        <StateBlock title={t('yourRoleMayNotAdd')}>{t('askYourProviderOrSend')}</StateBlock>
      )}
    </Page>
  )
}

function AddThreats({ company }: { company: string }) {
  const info = useClientInfo()
  const { role } = useUser()
  const client = useQueryClient()
  const [search, change] = usePageSearch(validateAddThreatsSearch)
  const choices = info && info.threatSources.length > 0 ? info.threatSources : threatSources
  const wanted = search.source ? sourceOf(search.source) : null
  const source: ThreatSource = wanted && choices.includes(wanted) ? wanted : (choices[0] ?? 'Domain')
  const isMany = search.mode === 'many'
  const { fields, types } = sources[source]

  const [chosenType, setChosenType] = useState<string>('')
  const threatType = types.some((type) => type === chosenType) ? chosenType : types[0]
  const [severity, setSeverity] = useState<Severity>('High')
  const [text, setText] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)

  const parsed = parseLines(text, { source, threatType, fields })
  const threat: NewThreat = { threatType, severity, fields: filled(values, fields) }
  const rows: NewThreat[] = isMany
    ? parsed.lines.slice(0, linesMax).map((line) => ({
        threatType: line.threatType ?? threatType,
        severity: line.severity ?? severity,
        fields: line.fields,
      }))
    : Object.keys(threat.fields).length > 0
      ? [threat]
      : []
  const settled = useSettled(JSON.stringify(rows))
  const check = useQuery(checkQuery(company, source, JSON.parse(settled) as NewThreat[]))
  const isChecked = settled === JSON.stringify(rows) && check.data?.length === rows.length
  const results = isChecked ? check.data : undefined
  const tooMany = isMany && parsed.lines.length > linesMax
  const isGood = (index: number) =>
    results?.[index]?.state === 'new' && !(isMany && parsed.lines[index]?.problem) && !tooMany
  const good = rows.filter((_, index) => isGood(index))

  const send = async (isPublished: boolean) => {
    setIsBusy(true)
    try {
      const added = (await add(company, source, good)).filter(({ state }) => state === 'added')
      const ids = added.flatMap(({ id }) => (id ? [id] : []))
      const stayed = isPublished && ids.length > 0 ? await publishAdded(company, ids) : []
      const published = ids.length - stayed.length
      snackbar(
        isPublished
          ? t('threatsAddedAndPublishedCount', { count: published })
          : t('threatsSentToReviewCount', { count: ids.length }),
      )
      setText('')
      setValues({})
      await client.invalidateQueries({ queryKey: [company] })
    } catch (error) {
      snackbar(t('threatsWereNotAddedReason', { reason: errorText(error) }), { isFailure: true })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Stack className={css.form}>
      <section className={css.section} aria-label={t('whatTheyAre')}>
        <div className={css.pair}>
          <Stack as="label" gap={2} className={css.field}>
            <span>{t('source')}</span>
            <select value={source} onChange={(event) => change({ source: event.target.value })}>
              {choices.map((one) => (
                <option key={one} value={one}>
                  {valueName(sources[one].label)}
                </option>
              ))}
            </select>
          </Stack>
          <Stack as="label" gap={2} className={css.field}>
            <span>{t('type')}</span>
            <select value={threatType} onChange={(event) => setChosenType(event.target.value)}>
              {types.map((type) => (
                <option key={type} value={type}>
                  {valueName(type)}
                </option>
              ))}
            </select>
          </Stack>
          <Stack as="label" gap={2} className={css.field}>
            <span>{t('severity')}</span>
            <select
              value={severity}
              onChange={(event) => setSeverity(severities.find((one) => one === event.target.value) ?? 'High')}
            >
              {severities.map((one) => (
                <option key={one} value={one}>
                  {valueName(one)}
                </option>
              ))}
            </select>
          </Stack>
        </div>
        <Segments
          label={t('howMany')}
          choices={[
            { value: 'one', label: t('oneThreat') },
            { value: 'many', label: t('manyLines') },
          ]}
          value={isMany ? 'many' : 'one'}
          onChange={(mode) => change({ mode: mode === 'many' ? mode : undefined })}
        />
      </section>
      {isMany ? (
        <AddLines
          source={source}
          threatType={threatType}
          text={text}
          parsed={parsed}
          rows={rows}
          results={results}
          checkError={check.error}
          onText={setText}
        />
      ) : (
        <AddFields
          source={source}
          threatType={threatType}
          values={values}
          result={results?.[0]}
          onChange={(field, value) => setValues({ ...values, [field]: value })}
        />
      )}
      <div className={css.bar}>
        <output className={css.count}>{countsText(rows.length, good.length, results !== undefined)}</output>
        <Button
          kind={role === 'qa' ? 'plain' : 'primary'}
          isBusy={isBusy}
          disabled={good.length === 0}
          onClick={() => void send(false)}
        >
          {good.length > 1 ? t('sendToReviewCount', { count: good.length }) : t('sendToReview')}
        </Button>
        {can(role, 'qa:review') ? (
          <Button kind="primary" isBusy={isBusy} disabled={good.length === 0} onClick={() => void send(true)}>
            {good.length > 1 ? t('publishNowCount', { count: good.length }) : t('publishNow')}
          </Button>
        ) : null}
      </div>
    </Stack>
  )
}

function countsText(all: number, good: number, isChecked: boolean): string {
  if (all === 0) return t('nothingToAddYet')
  if (!isChecked) return t('checking')
  return all === good ? t('newCount', { count: good }) : t('goodOfAllCan', { good, all })
}

/** The values of fields the source has; what was typed for another source is kept aside, not sent. */
function filled(
  values: Readonly<Record<string, string>>,
  fields: readonly { field: string }[],
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ field }) => {
      const value = values[field]?.trim()
      return value ? [[field, value] as const] : []
    }),
  )
}

/** A value once it has rested. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
