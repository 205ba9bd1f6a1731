import { expect, test } from 'vitest'
import { verifyTimestamp } from './verify-timestamp.ts'

/** Made by OpenSSL 3 (`openssl ts -reply`) with an RSA key of its own for the text below. */
const token = Uint8Array.from(
  atob(
    [
      'MIIFpwYJKoZIhvcNAQcCoIIFmDCCBZQCAQMxDzANBglghkgBZQMEAgEFADBuBgsqhkiG9w0BCRABBKBfBF0wWwIBAQYEKgMEATAx',
      'MA0GCWCGSAFlAwQCAQUABCC4AqufU8rWvUAE88mdmucdeo/yhoa73ASjCGLuJVN03AIBAhgPMjAyNjExMjIyMjM3MTlaAgkAheW3',
      '4P7zBBSgggMDMIIC/zCCAeegAwIBAgIUOHw1MrE7/jWU9sbnHI7W4YksiKswDQYJKoZIhvcNAQELBQAwGzEZMBcGA1UEAwwQT3Bl',
      'blNTTCBUZXN0IFRTQTAgFw0yNjExMjIyMjM3MTlaGA8yMTI2MTAyOTIyMzcxOVowGzEZMBcGA1UEAwwQT3BlblNTTCBUZXN0IFRT',
      'QTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALpP0zqQm3DwnotZHwGwyOR62gORqs/8Dc0JBpEGuNC1vhrKWzBzcSKi',
      '3OPX1FgVijKpmeuhwkwq0tGHAhwwdBkNhaq1dXjeXph65srzUDGsMGBJCvk1yQ07VFqQXUv53ty4EHFuGxlC83x/6nEr3Cxg7zMe',
      'iZF9MVkdfKHE8Ce1rv1dHLCl3Fb2iZMDzi2DcmM/qMtRZkAytEa27j79IyLxonkC99IMbmrcR0q2gG5UyQK9mrQXqUqOOi4IhkoS',
      'aMXdG7UvTTQXFYH4uC67/CqEaOEzT8+W2l7RLlSbQPmfWGXjtDJGHiq0KSyng+oedrUd89ZN9Xsx0rxsWLcPVP8CAwEAAaM5MDcw',
      'FgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwHQYDVR0OBBYEFCG87Tyvtj7JuM9Troo14AAk4iSzMA0GCSqGSIb3DQEBCwUAA4IBAQAX',
      'OGBBQouPqlyonAdWHTLN2gUcSAZqm7gJfJj1NwjaCSCwOzkpr1LG/Kc7urw98O8owo7MbufwEok3rqkgmFUJ2YzWtjJtJ13BindZ',
      'ja7GepS9eTxwKppqKiaBIwysH+LodEgVKMQGksJLY1UdoItCilCn5vbnipEpxvEu9YW3FwQaH8UFq6hHWW1+S2YqPVda7nVavwTL',
      'YO94WfdMLj7hXDt1mMfAakZ4HAkyYq/35lHQiobOTwh4RAdkJ24T/c4G+kCKd2pCcuZzuEVDN4c1PrWIxzIP40XdrusOhzr3GAAw',
      'TVSrXU1D08DrdPZ7e10UjJLvU6OqpGWMyjtRZovpMYICBTCCAgECAQEwMzAbMRkwFwYDVQQDDBBPcGVuU1NMIFRlc3QgVFNBAhQ4',
      'fDUysTv+NZT2xuccjtbhiSyIqzANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcN',
      'AQkFMQ8XDTI2MTEyMjIyMzcxOVowLwYJKoZIhvcNAQkEMSIEIE7GGGmDiXk/pLEChpXQSt8y9Iy+4z9UhXe9Hywc12HNMDcGCyqG',
      'SIb3DQEJEAIvMSgwJjAkMCIEIDexAz8CacTPa7JdxtdMKfF992/ioQefOcdXT1SxmLwDMA0GCSqGSIb3DQEBAQUABIIBAEtu7Kss',
      'gmBEaHbRPnOZi8OG/ZiilAdhqKrqlORZPUbBVWViVMuvLgt+uguPhXcM4H+193Exq/G+62nmSi7ROeS4LzwuZUkTO2ItxNaOBsXc',
      'LH50Ve0fyD64rix8dO3Ohj4qc0Ap9GxH7bnFBp8BBNyUSvrrubU4smmb6fPFpKP7frC+lwYMwURCjcmOoH+9+/sfKyRS1EcVonMv',
      'wKaelgGUgC8nuIcvonIOcc/JJUAOs1vZPF3oJv4wMIGG/US5lK5IXgvbO/QCaGPkaLM1G5oWBrARmVpgsPERpKXHx6VKki6As0qR',
      'i3CF5XA2rDSA/x9slV8WnSWFwivSI28RN0w=',
    ].join(''),
  ),
  (letter) => letter.charCodeAt(0),
)

test('a timestamp of another implementation is verified', async () => {
  expect(await verifyTimestamp(token, new TextEncoder().encode('the manifest'))).toEqual({
    at: '2026-11-22T22:37:19.000Z',
    authority: 'OpenSSL Test TSA',
    certificateSha256: '37b1033f0269c4cf6bb25dc6d74c29f17df76fe2a1079f39c7574f54b198bc03',
    nonce: '0085e5b7e0fef30414',
  })
  expect(await verifyTimestamp(token, new TextEncoder().encode('the manifest!'))).toBeNull()
  expect(await verifyTimestamp(token.slice(0, -1), new TextEncoder().encode('the manifest'))).toBeNull()
})
