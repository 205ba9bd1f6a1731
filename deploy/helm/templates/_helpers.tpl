{{- define "signet.labels" -}}
app.kubernetes.io/name: signet
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "signet.selector" -}}
app.kubernetes.io/name: signet
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "signet.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Nobody is root, and nothing of the image can be changed. */}}
{{- define "signet.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "signet.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "signet.env" -}}
- name: SIGNET_ORIGIN
  value: {{ printf "https://%s" .Values.host | quote }}
- name: SIGNET_PROXIES
  value: {{ .Values.proxies | quote }}
{{- with .Values.files.bucket }}
- name: SIGNET_S3_BUCKET
  value: {{ . | quote }}
{{- with $.Values.files.endpoint }}
- name: SIGNET_S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
- name: SIGNET_S3_REGION
  value: {{ $.Values.files.region | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "signet.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /var/lib/signet }
{{- end }}

{{/* With a bucket, the folder only holds what a process writes for itself. */}}
{{- define "signet.volumes" -}}
- name: tmp
  emptyDir: {}
- name: data
{{- if .Values.files.bucket }}
  emptyDir: {}
{{- else }}
  persistentVolumeClaim: { claimName: {{ .Release.Name }}-files }
{{- end }}
{{- end }}

{{- define "signet.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
