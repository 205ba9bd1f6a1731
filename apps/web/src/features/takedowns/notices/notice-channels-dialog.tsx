import { listNoticeChannels, putNoticeChannel } from '@signet/contract/takedowns/takedown-work'
import { attemptChannels, type AttemptChannel } from '@signet/contract/takedowns/attempts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { TickMany } from '../../../ui/forms/tick-many.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { t } from '../words.ts'

const queryKey = ['installation', 'noticeChannels']

/** Turns sending on and off for each channel, for the whole installation. Changes are saved at once. */
export function NoticeChannelsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(listNoticeChannels, { signal }) })
  const change = useAction(async (channel: AttemptChannel, isOn: boolean) => {
    client.setQueryData(queryKey, await call(putNoticeChannel, { params: { channel }, body: { isOn } }))
    // Drafts say whether they are sent.
    void client.invalidateQueries({ predicate: ({ queryKey: key }) => key.includes('noticeDraft') })
    toast(t('saved'))
  })
  return (
    <Dialog title={t('sendingOfNotices')} onClose={onClose}>
      <DataState query={query} what={t('sendingOfNotices')} loading={<Skeleton lines={8} />}>
        {({ channels, hasMailServer }) => {
          const on = channels.filter(({ isOn }) => isOn).map(({ channel }) => channel)
          return (
            <Stack gap={3}>
              <Text as="p" tone="quiet">
                {t(hasMailServer ? 'sendingHint' : 'noMailServer')}
              </Text>
              <TickMany
                label={t('sendNoticesTo')}
                isWide
                all={channels.map(({ channel }) => channel)}
                value={on}
                labelOf={(channel) => valueName(attemptChannels[channel])}
                onChange={(next) => {
                  const changed = channels.find(({ channel, isOn }) => isOn !== next.includes(channel))
                  if (changed) change.run(changed.channel, !changed.isOn)
                }}
              />
            </Stack>
          )
        }}
      </DataState>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
