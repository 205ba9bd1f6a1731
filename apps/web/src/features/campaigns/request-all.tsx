import { requestCampaignTakedown, type Campaign } from '@signet/contract/threats/campaigns'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'

const examplesMax = 5

/** Requests the takedown of all threats of a campaign that have no decision yet, after one confirmation. */
export function RequestAll({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient()
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const mayRequest = useCan('takedowns:request')
  const [isAsking, setIsAsking] = useState(false)
  const open = campaign.threats.filter(({ status }) => status === 'open')
  const { isBusy, run } = useAction(
    async () => {
      const { done, failed } = await call(requestCampaignTakedown, {
        params: { campaignId: campaign.id },
        query: { company },
        body: { threatIds: open.map(({ id }) => id), note: t('takedownNote', { number: campaign.number }) },
      })
      snackbar(
        [
          t('takedownRequested', { count: done.length }),
          failed.length > 0 && t('notRequested', { count: failed.length }),
        ]
          .filter(Boolean)
          .join(' '),
      )
      await Promise.all(
        ['campaigns', 'takedowns', 'threats'].map((name) => client.invalidateQueries({ queryKey: [company, name] })),
      )
    },
    { settled: () => setIsAsking(false) },
  )
  if (!mayRequest || open.length === 0) return null
  return (
    <>
      <Button kind="primary" onClick={() => setIsAsking(true)}>
        {t('requestForAll', { count: open.length })}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('requestForAllTitle', { count: open.length })}
          text={t('requestForAllText', { company: companyName })}
          examples={open.slice(0, examplesMax).map(({ source, title }) => shownTitle(source, title))}
          moreCount={Math.max(0, open.length - examplesMax)}
          confirmLabel={t('requestTakedown')}
          isBusy={isBusy}
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
