import type { AnySource } from '@signet/contract/threats/sources'
import type { ThreatDetail } from '@signet/contract/threats/threats'
import { minuteMs } from '@signet/contract/time'
import { useState, type ReactNode } from 'react'
import { defang } from '@signet/contract/threats/defang'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { Rich } from '../../../ui/text/rich.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Box, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { ExplainedPicture } from './explained-picture.tsx'
import { atTop, FoundPlaces, MarkedPicture } from './marked-picture.tsx'
import { tellingFirst } from './telling-first.ts'
import { t } from '../words.ts'
import css from './compare-frames.module.css'

export type CompareView = 'suspect' | 'official' | 'both'
type Capture = ThreatDetail['evidence'][number]
/** The visits of one capture begin within this time. */
const sameCaptureMs = 5 * minuteMs
/** The parts of a record that are compared. */
type Compared = Pick<ThreatDetail<AnySource>, 'source' | 'title' | 'official' | 'officialBrand' | 'proofs'>

/**
 * The capture of the suspect page next to the genuine page of the imitated brand, with the places found in it. The capture with the most
 * places is first.
 */
export function CompareFrames({
  threat,
  captures,
  note,
  shownFirst = 'suspect',
  onEnlarge,
  missing,
}: {
  threat: Compared
  captures: readonly Capture[]
  /** What the captures don't say themselves. */
  note?: string
  shownFirst?: CompareView
  onEnlarge?: (capture: Capture) => void
  /** In the place of the first capture while there is none. */
  missing?: ReactNode
}) {
  const [view, setView] = useState<CompareView>(shownFirst)
  const own = threat.officialBrand?.capture
  const proofs = new Map(threat.proofs.map((proof) => [proof.picture, atTop(proof)]))
  const placesIn = ({ sha256 }: Capture) => proofs.get(sha256)?.places.length ?? 0
  const [capture, ...others] = tellingFirst(captures, threat.proofs)
  if (!capture && !missing) return null
  // A page that hides shows other visitors of the same capture something harmless.
  const isForOthers = (more: Capture) =>
    capture !== undefined &&
    placesIn(capture) > 0 &&
    proofs.get(more.sha256)?.places.length === 0 &&
    Math.abs(Date.parse(more.capturedAt) - Date.parse(capture.capturedAt)) < sameCaptureMs
  const alt = t('captureOfTitle', { title: shownTitle(threat.source, threat.title) })
  const picture = (shown: Capture) => {
    const proof = proofs.get(shown.sha256)
    if (!onEnlarge && proof && proof.places.length > 0) {
      return <ExplainedPicture src={shown.href} alt={alt} proof={proof} />
    }
    const marked = <MarkedPicture src={shown.href} alt={alt} proof={proof} />
    if (!onEnlarge) return marked
    return (
      <button type="button" className={css.enlarge} aria-label={t('enlargeCapture')} onClick={() => onEnlarge(shown)}>
        {marked}
      </button>
    )
  }
  return (
    <Stack as="section" gap={2} className={css.compare} aria-label={t('captures')}>
      <Inline as="header" gap={4} justify="between" wrap tone="quiet">
        <Segments<CompareView>
          label={t('view')}
          choices={[
            { value: 'suspect', label: t('suspect') },
            { value: 'official', label: t('official') },
            { value: 'both', label: t('sideBySide') },
          ]}
          value={view}
          onChange={setView}
        />
        {capture ? (
          <small>
            {note ? `${note} · ` : null}
            <Rich
              text={(values) => t('capturedTime', values)}
              values={{ time: <TimeAgo isWithin at={capture.capturedAt} /> }}
            />
          </small>
        ) : null}
      </Inline>
      <Stack gap={3} className={css.frames} data-view={view}>
        {view === 'official' ? null : (
          <figure>
            {capture ? picture(capture) : missing}
            {view === 'both' || (capture && onEnlarge && placesIn(capture) > 0) ? (
              <figcaption>
                {view === 'both' ? t('suspect') : null}
                {capture && onEnlarge ? <FoundPlaces proof={proofs.get(capture.sha256)} /> : null}
              </figcaption>
            ) : null}
          </figure>
        )}
        {view === 'suspect' ? null : (
          <figure>
            <OfficialFrame threat={threat} />
            {view === 'both' || own ? (
              <figcaption>
                {view === 'both' ? (
                  <>
                    {t('official')}
                    {own ? (
                      <>
                        {' · '}
                        <TimeAgo at={own.capturedAt} />
                      </>
                    ) : null}
                  </>
                ) : own ? (
                  <Rich
                    text={(values) => t('capturedTime', values)}
                    values={{ time: <TimeAgo isWithin at={own.capturedAt} /> }}
                  />
                ) : null}
              </figcaption>
            ) : null}
          </figure>
        )}
      </Stack>
      {others.map((more) => (
        <figure key={more.id}>
          {picture(more)}
          <figcaption>
            {onEnlarge ? <FoundPlaces proof={proofs.get(more.sha256)} /> : null}
            {isForOthers(more) ? `${t('otherVisitorsSaw')} · ` : null}
            <Rich
              text={(values) => t('capturedTime', values)}
              values={{ time: <TimeAgo isWithin at={more.capturedAt} /> }}
            />
          </figcaption>
        </figure>
      ))}
    </Stack>
  )
}

/** The genuine page of the brand. Without a capture of it, the reason is shown, with the logo, name and domains of the brand. */
function OfficialFrame({ threat }: { threat: Compared }) {
  const info = useClientInfo()
  const [isBroken, setIsBroken] = useState(false)
  const brand = threat.officialBrand
  // If the imitated brand has no data of its own, the company's is shown.
  const name = brand?.name ?? info?.name ?? ''
  const logo = brand?.logo ?? info?.logo
  if (brand?.capture && !isBroken) {
    return (
      <img
        className="capture"
        src={brand.capture.href}
        alt={t('officialPage', { company: name })}
        onError={() => setIsBroken(true)}
      />
    )
  }
  return (
    <Box pad={5} least={200} centred className={`${css.plate} middle`}>
      {logo ? (
        // Logos are designed for a light background and are never recoloured.
        <span className={`${css.logo} middle`} data-theme="light">
          <img src={logo} alt={t('logoOfCompany', { company: name })} />
        </span>
      ) : null}
      <Text as="b" size="title">
        {name}
      </Text>
      {threat.official.length > 0 ? (
        <ul aria-label={t('officialDomains')}>
          {threat.official.map((domain) => (
            <Text as="li" tone="quiet" key={domain} className="mono">
              {defang(domain)}
            </Text>
          ))}
        </ul>
      ) : (
        <p>{t('noOfficialDomain')}</p>
      )}
      <Text as="p" size="meta" tone="quiet" className={css.why}>
        {isBroken ? t('screenshotFailed') : brand ? t('noOfficialScreenshot', { company: name }) : t('brandUnknown')}
      </Text>
    </Box>
  )
}
