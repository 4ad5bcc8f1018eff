# An image with the command quaketree. compose.yaml runs it twice over one volume: rebuild and serve.
#   docker build --tag quaketree .
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS package
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /

FROM ${NODE_IMAGE}
COPY --from=package /quaketree-*.tgz /tmp/
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/quaketree-*.tgz && rm -rf /tmp/quaketree-*.tgz ~/.npm \
  && mkdir -p /data && chown 1000:1000 /data
# The user "node" of the base image.
USER 1000:1000
WORKDIR /data
VOLUME /data
ENV NODE_ENV=production
EXPOSE 8080 9464
ENTRYPOINT ["quaketree"]
CMD ["serve", "dist", "--host", "0.0.0.0", "--log", "json"]
