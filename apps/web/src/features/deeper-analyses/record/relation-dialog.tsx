import { relationKinds, type RelationKind } from '@signet/contract/requests/analysis-parts'
import { relateToAnalysis } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { listCampaigns } from '@signet/contract/threats/campaigns'
import { listAllThreats } from '@signet/contract/threats/threats'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSettled } from '../../../ui/forms/use-settled.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const typingMs = 300
const foundMax = 8

interface Found {
  id: string
  name: string
}

/** Relates a threat, takedown or campaign to the case. */
export function RelationDialog({ analysis, onClose }: { analysis: DeeperAnalysisDetail; onClose: () => void }) {
  const { of, query, keep, company } = useAnalysis(analysis)
  const form = useForm<{ kind: RelationKind; text: string; id: string }>({
    initial: { kind: 'threat', text: '', id: '' },
    check: ({ id }) => ({ id: id === '' && t('relationMissing') }),
    save: async ({ kind, id }) => {
      keep(await call(relateToAnalysis, { params: of, query, body: { kind, id, isRelated: true } }))
      toast(t('relationAdded'))
      onClose()
    },
  })
  const { kind, id } = form.values
  const text = useSettled(form.values.text, typingMs)
  const found = useQuery(candidatesQuery(company, kind, text))
  return (
    <FormDialog form={form} title={t('addRelation')} submitLabel={t('relate')} onClose={onClose}>
      <TickOne
        label={t('relationKind')}
        all={relationKinds}
        value={kind}
        labelOf={(one) => t(`relation.${one}`)}
        onChange={(one) => form.set({ kind: one, id: '' })}
      />
      {kind === 'campaign' ? null : <TextField label={t('searchByTitle')} type="search" {...form.field('text')} />}
      <DataState
        query={found}
        what={t('theCandidates')}
        isEmpty={({ length }) => length === 0}
        empty={
          <Text as="p" tone="quiet" role="status">
            {t('nothingFound')}
          </Text>
        }
      >
        {(candidates) => (
          <TickOne
            label={t('found')}
            isWide
            all={candidates.map((one) => one.id)}
            value={id}
            labelOf={(one) => candidates.find((each) => each.id === one)?.name ?? one}
            problem={form.problems.fields['id']}
            onChange={(one) => form.set({ id: one })}
          />
        )}
      </DataState>
    </FormDialog>
  )
}

function candidatesQuery(company: string, kind: RelationKind, text: string) {
  const query = { company, limit: foundMax, ...(text.trim() === '' ? {} : { searchQuery: text.trim() }) }
  const finders: Record<RelationKind, (signal: AbortSignal) => Promise<Found[]>> = {
    threat: async (signal) =>
      (await call(listAllThreats, { query, signal })).items.map(({ id, source, title }) => ({
        id,
        name: shownTitle(source, title),
      })),
    takedown: async (signal) =>
      (await call(listTakedowns, { query, signal })).items.map(({ id, source, title }) => ({
        id,
        name: shownTitle(source, title),
      })),
    campaign: async (signal) =>
      (await call(listCampaigns, { query: { company, limit: 50 }, signal })).items.map(
        ({ id, number, threatCount }) => ({
          id,
          name: t('campaignWithThreats', { number, count: threatCount }),
        }),
      ),
  }
  return queryOptions({
    queryKey: [company, 'analyses', 'relatable', kind, query],
    queryFn: ({ signal }) => finders[kind](signal),
  })
}
