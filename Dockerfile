# Two stages: the first builds, the second contains only what runs.
#
# Tags move. To build the same image again, pin both by digest, with what this prints after the tag, as in
# node:24-slim@sha256:…, and let your update bot keep it:
#   docker buildx imagetools inspect node:24-slim --format '{{.Manifest.Digest}}'
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Nothing that is installed runs a script here; Node is the image's own.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json rolldown.config.ts ./
COPY src ./src
RUN npm run build
RUN mkdir data

# Node and what it is linked to, which Debian's smallest image has. No npm, no compiler, no curl.
FROM debian:bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/package.json ./
# It contains what the bot uses of its packages, and their licences.
COPY --from=build /app/dist ./dist
# The SQLite file is here, the only place that the bot writes to. With PostgreSQL it writes nothing here.
COPY --from=build --chown=1000:1000 /app/data ./data
VOLUME /app/data
# As a number, so that Kubernetes can verify that it is not root.
USER 1000:1000
EXPOSE 3000
# The image has no curl. Asks the process itself, so it does not see a service or a database that is down.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "dist/healthcheck.js"]
CMD ["node", "dist/main.js"]
