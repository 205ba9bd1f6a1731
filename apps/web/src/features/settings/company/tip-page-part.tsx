import { getTipPage, putTipPage, tipKeepDays, tipLengths, type TipPage } from '@signet/contract/collection/tips'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { QrCode } from '../../../parts/account/qr-code.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { AreaField, SelectField } from '../../../ui/forms/field.tsx'
import { FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { countInWords } from '../../../words/words.ts'
import { SaveButtons } from '../save-buttons.tsx'
import { t } from '../words.ts'

const keyOf = (company: string) => [company, 'settings', 'tipPage']

/** The page on which anybody reports scams to the company: its switch, its address and what came in. */
export function TipPagePart() {
  const company = useCompany()
  const page = useQuery({
    queryKey: keyOf(company),
    queryFn: ({ signal }) => call(getTipPage, { query: { company }, signal }),
  })
  return (
    <DataState
      query={page}
      what={t('tipPageToLoad')}
      loading={
        <FormSection title={t('tipPage')}>
          <Skeleton lines={8} />
        </FormSection>
      }
    >
      {(saved) => (
        <>
          <FormSection title={t('tipPage')} hint={t('tipPageHint')}>
            <PageForm company={company} saved={saved} />
          </FormSection>
          {saved.isOn ? <Address path={saved.path} /> : null}
          <Counts counts={saved.counts} />
        </>
      )}
    </DataState>
  )
}

const days = tipKeepDays.map(String)

function PageForm({ company, saved }: { company: string; saved: TipPage }) {
  const mayChange = useCan('tipPage:write')
  const form = useForm({
    initial: { isOn: saved.isOn, en: saved.intro.en, de: saved.intro.de, keepDays: String(saved.keepDays) },
    fields: ['isOn', 'intro', 'keepDays'],
    save: async (values) => {
      const { isOn, en, de } = values
      const keepDays = tipKeepDays.find((one) => String(one) === values.keepDays) ?? tipKeepDays[1]
      const body = { isOn, intro: { en, de }, keepDays }
      queryClient.setQueryData(keyOf(company), await call(putTipPage, { query: { company }, body }))
      form.reset(values)
      toast(t('saved'))
    },
  })
  return (
    <Stack as="form" {...form.props}>
      <Tick
        label={t('tipPageOn')}
        hint={saved.isOn ? undefined : t('tipPageOffHint')}
        isOn={form.values.isOn}
        isDisabled={!mayChange}
        onChange={(isOn) => form.set({ isOn })}
      />
      <Stack as="fieldset" disabled={!mayChange}>
        <AreaField
          label={t('tipPageIntroEn')}
          hint={t('tipPageIntroHint')}
          rows={3}
          maxLength={tipLengths.intro}
          {...form.field('en')}
        />
        <AreaField label={t('tipPageIntroDe')} rows={3} maxLength={tipLengths.intro} {...form.field('de')} />
        <SelectField
          label={t('tipPageKeep')}
          hint={t('tipPageKeepHint')}
          all={days}
          labelOf={(one) => t('tipPageKeepDays', { days: one })}
          {...form.field('keepDays')}
        />
      </Stack>
      <SaveButtons form={form} />
    </Stack>
  )
}

function Address({ path }: { path: string }) {
  const address = `${location.origin}${path}`
  return (
    <FormSection title={t('tipPageAddress')}>
      <Inline gap={1} wrap>
        <Text as="code" grow className="mono">
          {address}
        </Text>
        <Button kind="quiet" aria-label={t('tipPageCopy')} onClick={() => copyText(address, t('tipPageAddress'))}>
          {t('copy')}
        </Button>
        <a href={path} target="_blank" rel="noopener" className="way-link">
          {t('tipPageOpen')}
        </a>
      </Inline>
      <QrCode text={address} label={t('tipPageCode')} />
    </FormSection>
  )
}

function Counts({ counts }: { counts: TipPage['counts'] }) {
  const rows = [
    [t('tipPageReports'), counts.reports],
    [t('tipPageThings'), counts.tips],
    [t('tipPageThreats'), counts.threats],
    [t('tipPageSuppressed'), counts.suppressed],
    [t('tipPageDismissed'), counts.dismissed],
    [t('tipPageWaiting'), counts.waiting],
  ] as const
  return (
    <FormSection title={t('tipPageCounts')}>
      <Facts>
        {rows.map(([label, count]) => (
          <Fact key={label} label={label}>
            {countInWords(count)}
          </Fact>
        ))}
      </Facts>
    </FormSection>
  )
}
