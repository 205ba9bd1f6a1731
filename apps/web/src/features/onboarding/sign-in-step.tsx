import { addScimToken, putSso, type SsoProtocol, type SsoSettings } from '@signet/contract/sso'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { t } from './words.ts'
import { ApiKeys } from './api-keys.tsx'
import { listOf, textOf } from '../../parts/assets/asset-lines.ts'
import { Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { readSetup, ssoQuery } from './onboarding.api.ts'
import { OnceShown } from './once-shown.tsx'
import css from './setup.module.css'
import { StepForm, type StepProps } from './step-form.tsx'
import { useAction } from '../../ui/controls/use-action.ts'

/** How the people of the company sign in, and the API keys of its programs. */
export function SignInStep(props: StepProps) {
  const sso = useQuery(ssoQuery(props.company.key))
  return (
    <DataState query={sso} what={t('signInSettings')} loading={<Skeleton lines={10} />}>
      {(value) => (
        <SsoForm
          key={value.version}
          {...props}
          sso={value}
          after={
            <>
              <Scim company={props.company.key} sso={value} />
              <ApiKeys company={props.company.key} />
            </>
          }
        />
      )}
    </DataState>
  )
}

// Names of protocols are the same in every language.
const protocolNames: Readonly<Record<SsoProtocol, string>> = { oidc: 'OpenID Connect', saml: 'SAML 2.0' }
const webAddress = 'https://'

const fields = ['issuer', 'clientId', 'clientSecret', 'entryPoint', 'idpCert', 'domains', 'enforced', 'protocol']

function SsoForm({ company, onNext, sso, after }: StepProps & { sso: SsoSettings; after: ReactNode }) {
  const client = useQueryClient()
  const [protocol, setProtocol] = useState<SsoProtocol | null>(sso.protocol)
  const [value, setValue] = useState({
    issuer: sso.issuer ?? '',
    clientId: sso.clientId ?? '',
    clientSecret: '',
    entryPoint: sso.entryPoint ?? '',
    idpCert: sso.idpCert ?? '',
  })
  const [domains, setDomains] = useState(textOf(sso.domains))
  const [isEnforced, setIsEnforced] = useState(sso.enforced)
  const set = (changes: Partial<typeof value>) => setValue({ ...value, ...changes })

  const save = async () => {
    const { issuer, clientId, clientSecret, entryPoint, idpCert } = value
    const own =
      protocol === 'oidc'
        ? { issuer, clientId, ...(clientSecret ? { clientSecret } : {}) }
        : protocol === 'saml'
          ? { entryPoint, idpCert }
          : {}
    const body = {
      protocol,
      ...own,
      domains: protocol ? listOf(domains) : [],
      enforced: protocol !== null && isEnforced,
      version: sso.version,
    }
    client.setQueryData(ssoQuery(company.key).queryKey, await call(putSso, { params: { company: company.key }, body }))
    await readSetup(company.key)
    onNext()
  }
  return (
    <StepForm
      after={after}
      label={t('signIn')}
      fields={fields}
      onCheck={() => wrongOf(protocol, value, domains)}
      onSave={save}
    >
      {(problems) => (
        <FormSection title={t('signIn')}>
          <TickGroup label={t('signInMethod')} isWide problem={problemAt(problems, 'protocol')}>
            <Tick
              type="radio"
              name="protocol"
              label={t('password')}
              hint={t('passwordsHint')}
              isOn={protocol === null}
              onChange={() => setProtocol(null)}
            />
            <Tick
              type="radio"
              name="protocol"
              label={protocolNames.oidc}
              hint={t('oidcHint')}
              isOn={protocol === 'oidc'}
              onChange={() => setProtocol('oidc')}
            />
            <Tick
              type="radio"
              name="protocol"
              label={protocolNames.saml}
              hint={t('samlHint')}
              isOn={protocol === 'saml'}
              onChange={() => setProtocol('saml')}
            />
          </TickGroup>
          {protocol === 'oidc' && (
            <OidcFields value={value} problems={problems} hasSecret={sso.hasClientSecret} onChange={set} />
          )}
          {protocol === 'saml' && <SamlFields value={value} problems={problems} onChange={set} />}
          {protocol && (
            <>
              <div className={css.short}>
                <Field label={t('emailDomains')} hint={t('emailDomainsHint')} problem={problemAt(problems, 'domains')}>
                  {(control) => (
                    <textarea
                      {...control}
                      spellCheck={false}
                      value={domains}
                      onChange={(event) => setDomains(event.target.value)}
                    />
                  )}
                </Field>
              </div>
              <Tick label={t('requireSso')} hint={t('ssoOnlyHint')} isOn={isEnforced} onChange={setIsEnforced} />
              <CopyRow label={t('callbackUrl')} text={sso.callbackUrl} />
            </>
          )}
        </FormSection>
      )}
    </StepForm>
  )
}

interface Values {
  issuer: string
  clientId: string
  clientSecret: string
  entryPoint: string
  idpCert: string
}
interface FieldsProps {
  value: Values
  problems: Problems
  onChange: (changes: Partial<Values>) => void
}

function OidcFields({ value, problems, hasSecret, onChange }: FieldsProps & { hasSecret: boolean }) {
  return (
    <>
      <Field label={t('issuer')} problem={problemAt(problems, 'issuer')}>
        {(control) => (
          <input
            {...control}
            type="url"
            placeholder={webAddress}
            value={value.issuer}
            onChange={(event) => onChange({ issuer: event.target.value })}
          />
        )}
      </Field>
      <Columns>
        <Field label={t('clientId')} problem={problemAt(problems, 'clientId')}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              value={value.clientId}
              onChange={(event) => onChange({ clientId: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t('clientSecret')}
          hint={hasSecret ? t('secretKept') : t('secretHint')}
          problem={problemAt(problems, 'clientSecret')}
        >
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              value={value.clientSecret}
              onChange={(event) => onChange({ clientSecret: event.target.value })}
            />
          )}
        </Field>
      </Columns>
    </>
  )
}

function SamlFields({ value, problems, onChange }: FieldsProps) {
  return (
    <>
      <Field label={t('entryPoint')} problem={problemAt(problems, 'entryPoint')}>
        {(control) => (
          <input
            {...control}
            type="url"
            placeholder={webAddress}
            value={value.entryPoint}
            onChange={(event) => onChange({ entryPoint: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('certificate')} hint={t('certificateHint')} problem={problemAt(problems, 'idpCert')}>
        {(control) => (
          <textarea
            {...control}
            className="mono"
            spellCheck={false}
            value={value.idpCert}
            onChange={(event) => onChange({ idpCert: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

function wrongOf(protocol: SsoProtocol | null, value: Values, domains: string): Record<string, string> {
  if (!protocol) return {}
  const needed: (keyof Values)[] = protocol === 'oidc' ? ['issuer', 'clientId'] : ['entryPoint', 'idpCert']
  return {
    ...Object.fromEntries(needed.flatMap((name) => (value[name].trim() === '' ? [[name, t('fieldRequired')]] : []))),
    ...(listOf(domains).length === 0 ? { domains: t('domainRequired') } : {}),
  }
}

/** A value to copy for the identity provider. */
function CopyRow({ label, text }: { label: string; text: string }) {
  return (
    <Inline wrap>
      <Stack as="span" gap={0} className={css.words}>
        {label}
        <small className="mono">{text}</small>
      </Stack>
      <Button aria-label={`${t('copy')}: ${label}`} onClick={() => copyText(text, label)}>
        {t('copy')}
      </Button>
    </Inline>
  )
}

/** The SCIM token with which the identity provider synchronises people; shown once. */
function Scim({ company, sso }: { company: string; sso: SsoSettings }) {
  const client = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const { isBusy, problem, run } = useAction(
    async () => {
      setIsAsked(false)
      setToken((await call(addScimToken, { params: { company } })).token)
      await client.invalidateQueries({ queryKey: ssoQuery(company).queryKey })
    },
    { isInline: true },
  )
  return (
    <FormSection title={t('scim')} hint={t('scimHint')}>
      <CopyRow label={t('scimUrl')} text={sso.scimUrl} />
      {token && <OnceShown what={t('scimToken')} secret={token} />}
      <FormProblem>{problem}</FormProblem>
      <Inline wrap>
        <Button isBusy={isBusy} onClick={() => (sso.hasScimToken ? setIsAsked(true) : run())}>
          {sso.hasScimToken ? t('replaceToken') : t('createToken')}
        </Button>
        {sso.hasScimToken && !token && <Text tone="quiet">{t('tokenExists')}</Text>}
      </Inline>
      {isAsked && (
        <ConfirmDialog
          title={t('replaceTokenTitle')}
          text={t('replaceTokenConsequence')}
          confirmLabel={t('replaceToken')}
          isDangerous
          onConfirm={run}
          onClose={() => setIsAsked(false)}
        />
      )}
    </FormSection>
  )
}
