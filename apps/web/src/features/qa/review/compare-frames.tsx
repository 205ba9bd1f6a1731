import type { QADetail } from '@signet/contract/review/qa'
import { useState } from 'react'
import { defang } from '../../../format/defang.ts'
import { fileSize } from '../../../format/file-size.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { Rich } from '../../../ui/text/rich.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from './words.ts'
import css from './compare-frames.module.css'

type View = 'suspect' | 'official' | 'both'
type Capture = QADetail['evidence'][number]

/** The capture of the suspect page next to the genuine page of the imitated brand. */
export function CompareFrames({ threat, captures }: { threat: QADetail; captures: readonly Capture[] }) {
  const [view, setView] = useState<View>('suspect')
  const own = threat.officialBrand?.capture
  const [capture] = captures
  if (!capture) return null
  return (
    <Stack as="section" gap={2} className={css.compare} aria-label={t('captures')}>
      <Inline as="header" gap={4} justify="between" wrap tone="quiet">
        <Segments<View>
          label={t('view')}
          choices={[
            { value: 'suspect', label: t('suspect') },
            { value: 'official', label: t('official') },
            { value: 'both', label: t('sideBySide') },
          ]}
          value={view}
          onChange={setView}
        />
        <small>
          <Rich
            text={(values) => t('capturedTimeSize', values)}
            values={{ time: <TimeAgo isWithin at={capture.capturedAt} />, size: fileSize(capture.size) }}
          />
        </small>
      </Inline>
      <Stack gap={3} className={css.frames} data-view={view}>
        {view === 'official' ? null : (
          <figure>
            <img
              className="capture"
              src={capture.href}
              alt={t('captureOfTitle', { title: shownTitle(threat.source, threat.title) })}
            />
            {view === 'both' ? <figcaption>{t('suspect')}</figcaption> : null}
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
                    text={(values) => t('capturedTimeSize', values)}
                    values={{ time: <TimeAgo isWithin at={own.capturedAt} />, size: fileSize(own.size) }}
                  />
                ) : null}
              </figcaption>
            ) : null}
          </figure>
        )}
      </Stack>
      {captures.slice(1).map((more) => (
        <figure key={more.id}>
          <img
            className="capture"
            src={more.href}
            alt={t('captureOfTitle', { title: shownTitle(threat.source, threat.title) })}
          />
          <figcaption>
            <Rich
              text={(values) => t('capturedTimeSize', values)}
              values={{ time: <TimeAgo isWithin at={more.capturedAt} />, size: fileSize(more.size) }}
            />
          </figcaption>
        </figure>
      ))}
    </Stack>
  )
}

/** The genuine page of the brand. Without a capture of it, the reason is shown, with the logo, name and domains of the brand. */
function OfficialFrame({ threat }: { threat: QADetail }) {
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
    <div className={css.plate}>
      {logo ? (
        // Logos are designed for a light background and are never recoloured.
        <span className={css.logo} data-theme="light">
          <img src={logo} alt={t('logoOfCompany', { company: name })} />
        </span>
      ) : null}
      <Text as="b" size="title">
        {name}
      </Text>
      {threat.official.length > 0 ? (
        <ul aria-label={t('officialDomains')}>
          {threat.official.map((domain) => (
            <li key={domain} className="mono">
              {defang(domain)}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('noOfficialDomain')}</p>
      )}
      <p className={css.why}>
        {isBroken ? t('screenshotFailed') : brand ? t('noOfficialScreenshot', { company: name }) : t('brandUnknown')}
      </p>
    </div>
  )
}
