import { getNotice } from '@signet/contract/takedowns/takedown-work'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { fileSize } from '../../../format/numbers/file-size.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialogs/dialog.tsx'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import type { AttemptDialogProps } from './attempt-dialog.tsx'
import { NoticeAbuseReport } from './notice-abuse-report.tsx'
import css from '../record/takedown-page.module.css'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { t } from '../words.ts'
import { useSending } from './use-sending.ts'

/** The complete email of an attempt, and whether it was sent. `maySend` lets its reader send it as the second person. */
export function SentNoticeDialog({ takedown, attempt, maySend, onClose }: AttemptDialogProps & { maySend: boolean }) {
  const { company, to } = useTakedownWork(takedown)
  const sending = useSending(takedown, attempt, onClose)
  const query = useQuery({
    queryKey: [company, 'takedown', takedown.id, 'notice', attempt.id],
    queryFn: ({ signal }) =>
      call(getNotice, { params: { ...to.params, attemptId: attempt.id }, query: to.query, signal }),
  })
  return (
    <Dialog title={t('notice')} width={720} onClose={onClose}>
      <DataState query={query} what={t('theNotice')} loading={<Skeleton lines={8} />}>
        {({ to: recipient, subject, text, attachments }) => (
          <Stack gap={3}>
            <Text as="p" tone="quiet">
              {t(`delivery.${attempt.status}`)}
            </Text>
            <Facts>
              <Fact label={t('recipient')}>{recipient}</Fact>
              <Fact label={t('subject')}>{subject}</Fact>
              {attachments.length > 0 ? (
                <Fact label={t('attachedFiles')}>
                  {attachments
                    .map(({ name, size }) => `${name} (${size === null ? t('madeOnSending') : fileSize(size)})`)
                    .join(', ')}
                </Fact>
              ) : null}
            </Facts>
            <Card as="pre" kind="note" className={css.message}>
              {text}
            </Card>
            {attachments.map(({ name, text: content }) =>
              content === undefined ? null : (
                <NoticeAbuseReport key={name} xarf={JSON.stringify(JSON.parse(content), null, 2)} missing={[]} />
              ),
            )}
          </Stack>
        )}
      </DataState>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        {maySend && query.data ? (
          <Button
            kind="primary"
            icon={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={sending.isBusy}
            onClick={sending.run}
          >
            {t('sendNow')}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
