import { originalOf } from '@signet/contract/threats/file-types'
import type { LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import type { Evidence } from '@signet/contract/threats/threats'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { dateTime } from '../../../../format/time/date-time.ts'
import { fileSize } from '../../../../format/numbers/file-size.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/dialogs/dialog.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { FoundPlaces, MarkedPicture } from '../../../../parts/threats/pictures/marked-picture.tsx'
import { t } from '../words.ts'
import css from './evidence-viewer.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const widthPx = 1080
/** That of a marked picture in pixels; the whole dialog fits into most windows. */
const heightMax = 640

/** A capture as large as the window allows, with its time and its proof of integrity. */
export function EvidenceViewer({
  captures,
  index,
  title,
  proofs,
  onMove,
  onClose,
}: {
  captures: readonly Evidence[]
  proofs: readonly LookalikeProof[]
  index: number
  title: string
  onMove: (index: number) => void
  onClose: () => void
}) {
  const capture = captures[index]
  if (!capture) return null
  const proof = proofs.find(({ picture }) => picture === capture.sha256)
  return (
    <Dialog title={title} width={widthPx} onClose={onClose}>
      {proof ? (
        <MarkedPicture src={capture.href} alt={t('captureOfTitle', { title })} proof={proof} heightMax={heightMax} />
      ) : (
        <img className={`${css.picture} framed`} src={capture.href} alt={t('captureOfTitle', { title })} />
      )}
      <FoundPlaces proof={proof} />
      <Inline as="p" gap={4} align="stretch" wrap tone="quiet" above={3}>
        <span>{t('capturedOnDate', { date: dateTime(capture.capturedAt) })}</span>
        <span>{fileSize(capture.size)}</span>
        <span className="mono">
          {t('sha256')} {capture.sha256}
        </span>
      </Inline>
      <DialogActions>
        {captures.length > 1 && (
          <>
            <Button icon={<IconChevronLeft {...icon} />} disabled={index === 0} onClick={() => onMove(index - 1)}>
              {t('previous')}
            </Button>
            <Button
              icon={<IconChevronRight {...icon} />}
              disabled={index + 1 >= captures.length}
              onClick={() => onMove(index + 1)}
            >
              {t('next')}
            </Button>
          </>
        )}
        <Inline
          as="a"
          is-inline
          weight="medium"
          tone="plain"
          className="choice control"
          href={originalOf(capture.href)}
          download={capture.name}
        >
          <IconDownload {...icon} />
          {t('download')}
        </Inline>
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
