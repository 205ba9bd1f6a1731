import { defaultRanges } from '@signet/contract/companies/portal-settings'
import { isOneOf } from '@signet/contract/narrow'
import { everySourceName } from '@signet/contract/threats/sources'
import { useClientInfo } from '../../../session/client-info.ts'
import { usePortalSetting } from '../../../session/portal-settings.ts'
import { useUser } from '../../../session/use-session.ts'
import { rangePresets } from '../../../ui/filters/day-range.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Columns, Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { sourceName } from '../../../words/named/threats.ts'

/** The default list of "Threats" in the menu, and how lists show similar threats. */
export function ListsSection() {
  const [source, setSource] = usePortalSetting('defaultSource')
  const [range, setRange] = usePortalSetting('defaultRange')
  const [isEvery, setIsEvery] = usePortalSetting('everySimilar')
  const user = useUser()
  const own = useClientInfo()?.threatSources ?? user.threatSources
  const sources = [...new Set([...own, ...(source && source !== 'All' && source !== 'First' ? [source] : [])])]
  return (
    <FormSection title={t('threatsList')} hint={t('threatsListHint')}>
      <Columns>
        <Field label={t('source')}>
          {(control) => (
            <select
              {...control}
              value={source ?? ''}
              onChange={({ target }) =>
                setSource(isOneOf(['All', 'First', ...sources], target.value) ? target.value : null)
              }
            >
              <option value="">{t('openDecisions')}</option>
              <option value="First">{t('firstSource')}</option>
              <option value="All">{t('allSources')}</option>
              {sources.map((name) => (
                <option key={name} value={name}>
                  {isOneOf(everySourceName, name) ? sourceName(name) : name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('timeRange')}>
          {(control) => (
            <select
              {...control}
              value={range ?? ''}
              onChange={(event) => setRange(defaultRanges.find((days) => String(days) === event.target.value) ?? null)}
            >
              <option value="">{t('anyTime')}</option>
              {rangePresets.map(({ days, label }) => (
                <option key={days} value={days}>
                  {label()}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Columns>
      <Inline gap={4} justify="between" wrap>
        <Text weight="medium">{t('similarThreats')}</Text>
        <Segments
          label={t('similarThreats')}
          choices={[
            { value: 'one', label: t('groupedRows') },
            { value: 'all', label: t('separateRows') },
          ]}
          value={isEvery ? 'all' : 'one'}
          onChange={(rows) => setIsEvery(rows === 'all')}
        />
      </Inline>
    </FormSection>
  )
}
